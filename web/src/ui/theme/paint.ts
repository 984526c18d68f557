import type { Palette, Scheme, Tokens } from "./tokens.ts";

/** Both schemes of a palette, as computed once and kept. */
export type Paint = { palette: Palette; light: Tokens; dark: Tokens };

const key = "paint";
const styleId = "main-theme";

/** The CSS of a paint for one place: the whole document, or a subtree that shows another theme. */
export function cssOf(paint: Paint, place: string, more: Record<string, string> = {}): string {
  const rule = (selector: string, scheme: Scheme) =>
    `${selector}{${declarations({ ...named(paint[scheme]), ...more })}}`;
  const within = (scheme: Scheme) =>
    place === ":root"
      ? `:root[data-mantine-color-scheme="${scheme}"]`
      : `[data-mantine-color-scheme="${scheme}"] ${place}`;
  return rule(within("light"), "light") + rule(within("dark"), "dark");
}

function named(tokens: Tokens): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));
}

function declarations(variables: Record<string, string>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

/** Paints the document and keeps the paint, so that the next start has it before its first picture. */
export function paintDocument(paint: Paint): void {
  const css = cssOf(paint, ":root");
  let style = document.getElementById(styleId);
  if (!style) {
    style = document.createElement("style");
    style.id = styleId;
    document.head.append(style);
  }
  style.textContent = css;
  localStorage.setItem(key, JSON.stringify({ css, palette: paint.palette, version: paintVersion }));
}

/** Raised whenever the token set changes: a paint kept by an older build is made anew. */
export const paintVersion = 1;

/** The palette that this browser's kept paint was made of; null when there is none for this build. */
export function keptPalette(): Palette | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as { palette: Palette; version: number } | null;
    return kept?.version === paintVersion ? kept.palette : null;
  } catch {
    return null;
  }
}

export function isSamePalette(a: Palette, b: Palette): boolean {
  const same = (x: string, y: string) => x.toLowerCase() === y.toLowerCase();
  return same(a.primary, b.primary) && same(a.secondary, b.secondary) && same(a.tertiary, b.tertiary);
}
