import type { Palette, Scheme } from "./palette.ts";
import type { Tokens } from "./tokens.ts";

/** Both schemes of a palette. */
export type Paint = Record<Scheme, Tokens>;

/** What this browser keeps of the main theme; the first picture of the next start is painted from it. */
export type Kept = { palette: Palette; logo: string | null; css: string; version: string };

/**
 * The booth whose theme this person put over the main one in this browser (spec §3); painted before the first picture,
 * too.
 */
export type Selected = Kept & { boothId: number };

const mainKey = "paint";
const selectedKey = "selected_booth";
const styleId = "main-theme";

/** The CSS of a paint for one place: the whole document, or a subtree that shows another theme. */
export function cssOf(paint: Paint, place: string, more: Record<string, string> = {}): string {
  return (["light", "dark"] as const)
    .map((scheme) => `${selectorOf(place, scheme)}{${declarations({ ...named(paint[scheme]), ...more })}}`)
    .join("");
}

/** The CSS of one scheme's tokens for a subtree that shows it whatever the document's scheme is. */
export function cssOfScheme(tokens: Tokens, place: string, more: Record<string, string> = {}): string {
  return `${place}{${declarations({ ...named(tokens), ...more })}}`;
}

function selectorOf(place: string, scheme: Scheme): string {
  const attribute = `[data-mantine-color-scheme="${scheme}"]`;
  return place === ":root" ? `:root${attribute}` : `${attribute} ${place}`;
}

function named(tokens: Tokens): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));
}

export function declarations(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

/** Paints the document by a rule of its own, over the theme that was made at build time. */
export function paintDocument(css: string): void {
  let style = document.getElementById(styleId);
  if (!style) {
    style = document.createElement("style");
    style.id = styleId;
    document.head.append(style);
  }
  style.textContent = css;
}

export function keep(kept: Kept): void {
  localStorage.setItem(mainKey, JSON.stringify(kept));
}

export function keepSelected(selected: Selected | null): void {
  if (selected) localStorage.setItem(selectedKey, JSON.stringify(selected));
  else localStorage.removeItem(selectedKey);
}

/** The kept theme, unless another build with other colour maths kept it. */
export function readKept(version: string): Kept | null {
  return read<Kept>(mainKey, version);
}

export function readSelected(version: string): Selected | null {
  return read<Selected>(selectedKey, version);
}

function read<T extends Kept>(key: string, version: string): T | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
    return kept?.version === version ? kept : null;
  } catch {
    return null;
  }
}
