import { api, type Theme } from "@saha/contract";
import { useSyncExternalStore } from "react";
import { call } from "../../api.ts";
import { cssOf, keep, paintDocument, readKept } from "./paint.ts";
import { defaultPalette, isSamePalette } from "./palette.ts";

/** Changes with the colour maths, so that a theme kept by an older build is painted anew. */
declare const __PAINT_VERSION__: string;

/** How long the very first visit waits for the event's colours rather than show others and change them. */
const patience = 700;

let kept = readKept(__PAINT_VERSION__);
const listeners = new Set<() => void>();

/**
 * Fetches the main theme on app start (spec §7) and paints it. Waits for it only where nothing is kept from an earlier
 * visit; without a server the kept theme or the default stays.
 */
export async function startMainTheme(): Promise<void> {
  const fetched = call(api.themes.main).then(applyMainTheme, () => {});
  if (!kept) await Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Paints the document in a main theme: as fetched, saved, or only tried out. */
export async function applyMainTheme(theme: Pick<Theme, "primary" | "secondary" | "tertiary" | "logo">): Promise<void> {
  const { primary, secondary, tertiary, logo } = theme;
  const palette = { primary, secondary, tertiary };
  if (kept && isSamePalette(kept.palette, palette) && kept.logo === logo) return;
  const css = await rootCss(palette);
  paintDocument(css);
  kept = { palette, logo, css, version: __PAINT_VERSION__ };
  keep(kept);
  for (const listener of listeners) listener();
}

/** Colour maths is fetched only for colours that are not the product's own. */
async function rootCss(palette: typeof defaultPalette): Promise<string> {
  if (isSamePalette(palette, defaultPalette)) return "";
  const { tokensOf } = await import("./tokens.ts");
  return cssOf({ light: tokensOf(palette, "light"), dark: tokensOf(palette, "dark") }, ":root");
}

/** The path of the main theme's logo, or null. */
export function useMainLogo(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => kept?.logo ?? null,
  );
}
