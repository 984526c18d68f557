import { api, type Theme } from "@saha/contract";
import { useSyncExternalStore } from "react";
import { call } from "../../api.ts";
import { assetUrl } from "../../event-settings.ts";
import { twice } from "../lost-part.ts";
import { cssOf, type Kept, keep, keepSelected, paintDocument, readKept, readSelected } from "./paint.ts";
import { defaultPalette, isSamePalette, type Palette, paletteOf } from "./palette.ts";

/** Changes with the colour maths, so that a theme kept by an older build is painted anew. */
declare const __PAINT_VERSION__: string;

/** How long the very first visit waits for the event's colours rather than show others and change them. */
const timeoutMs = 700;

type Painted = "primary" | "secondary" | "tertiary" | "logo";

/** A theme that is only tried out: its logo is a file of this browser. */
export type Tried = { palette: Palette; logo: string | null };

let kept = readKept(__PAINT_VERSION__);
let selected = readSelected(__PAINT_VERSION__);
let tried: Tried | null = null;
let latest = 0;
let latestSelection = 0;
const listeners = new Set<() => void>();

/**
 * Fetches the main theme on app start (spec §7) and paints it. Waits for it only where nothing is kept from an earlier
 * visit; without a server, or the maths of colours, the kept theme or the default stays.
 */
export async function startMainTheme(): Promise<void> {
  const fetched = call(api.themes.main)
    .then(applyMainTheme)
    .catch(() => {});
  if (!kept) await Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

/** Paints the document in the main theme as fetched or saved, and keeps it for the next start; ends a trial. */
export async function applyMainTheme({ logo, ...theme }: Pick<Theme, Painted>): Promise<void> {
  const palette = paletteOf(theme);
  if (!tried && kept && isPaintedAs(kept, { ...palette, logo })) return;
  const css = await rootCss(palette);
  latest++;
  kept = { palette, logo, css, version: __PAINT_VERSION__ };
  keep(kept);
  paintDocument(untriedCss());
  setTried(null);
}

/**
 * Puts a booth's theme over the main one in this browser, now and at the next start, until it is taken back with null
 * (spec §3: a locally stored selected booth overrides colours and logo).
 */
export async function selectBooth(theme: Pick<Theme, Painted | "boothId"> | null): Promise<void> {
  const turn = ++latestSelection;
  const next = theme?.boothId ? { ...theme, boothId: theme.boothId } : null;
  if (next && selected?.boothId === next.boothId && isPaintedAs(selected, next)) return;
  const css = next ? await rootCss(paletteOf(next)) : "";
  if (turn !== latestSelection) return;
  selected = next && {
    boothId: next.boothId,
    palette: paletteOf(next),
    logo: next.logo,
    css,
    version: __PAINT_VERSION__,
  };
  keepSelected(selected);
  if (!tried) paintDocument(untriedCss());
  notify();
}

function isPaintedAs(kept: Kept, { logo, ...palette }: Pick<Theme, Painted>): boolean {
  return isSamePalette(kept.palette, palette) && kept.logo === logo;
}

function untriedCss(): string {
  return (selected ?? kept)?.css ?? "";
}

/**
 * Paints this browser in colours, and a logo, that are only tried out: until they are taken back with null, a theme is
 * saved, or the page is loaded anew (spec §2: test).
 */
export async function tryTheme(trial: { palette: Palette; logo: File | null } | null): Promise<void> {
  const turn = ++latest;
  const css = trial ? await rootCss(trial.palette) : untriedCss();
  if (turn !== latest) return;
  paintDocument(css);
  setTried(trial && { palette: trial.palette, logo: trial.logo && URL.createObjectURL(trial.logo) });
}

function setTried(next: Tried | null): void {
  if (tried?.logo) URL.revokeObjectURL(tried.logo);
  tried = next;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Colour maths is fetched only for colours that are not the product's own. */
async function rootCss(palette: Palette): Promise<string> {
  if (isSamePalette(palette, defaultPalette)) return "";
  const { tokensOf } = await twice(() => import("./tokens.ts"));
  return cssOf({ light: tokensOf(palette, "light"), dark: tokensOf(palette, "dark") }, ":root");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The logo as a picture's address, or null: the selected booth's where it has one, else the event's. */
export function useMainLogo(): string | null {
  return useSyncExternalStore(subscribe, () => tried?.logo ?? assetUrl(selected?.logo ?? kept?.logo) ?? null);
}

/** The booth whose theme this browser shows everywhere, or null. */
export function useSelectedBooth(): number | null {
  return useSyncExternalStore(subscribe, () => selected?.boothId ?? null);
}

export function isTrying(): boolean {
  return tried !== null;
}

/** What is tried out in this browser right now, or null. */
export function useTried(): Tried | null {
  return useSyncExternalStore(subscribe, () => tried);
}
