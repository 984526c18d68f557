import { hexOf, readable, type Tone, toneOf } from "./colour.ts";
import type { Palette, Scheme } from "./palette.ts";

/** What a pass is made of: three metals that no theme changes, two nights and a tint of the theme's own colours. */
export const metals = ["silver", "gold", "paid", "premium", "invitation", "plain"] as const;
export type Metal = (typeof metals)[number];

const parts = ["a", "b", "c", "ink", "muted"] as const;
/** Three stops of the metal from bright to deep, the ink on it and the quieter ink. */
export type MetalToken = `${Metal}-${(typeof parts)[number]}`;

type Stops = readonly [Tone, Tone, Tone];

/** Ink on gold and copper is brown: on the metal's own hue it would look green. */
const inkHues: Partial<Record<Metal, number>> = { gold: 60, paid: 42 };

/** The metals of passes with inks that read on all of their stops: 7:1, the quieter one 5.5:1 (interface: Look). */
export function metalsOf(palette: Palette, scheme: Scheme): Record<MetalToken, string> {
  const tokens = {} as Record<MetalToken, string>;
  for (const [metal, stops] of Object.entries(stopsOf(palette, scheme)) as [Metal, Stops][]) {
    const grounds = stops.map(hexOf);
    const [bright] = stops;
    const isNight = bright.l < 0.5;
    const way = isNight ? "lighter" : "darker";
    const inkOf = (l: number, most: number, ratio: number) =>
      readable({ l, c: Math.min(bright.c, most), h: inkHues[metal] ?? bright.h }, grounds, ratio, way);
    tokens[`${metal}-a`] = grounds[0] ?? "";
    tokens[`${metal}-b`] = grounds[1] ?? "";
    tokens[`${metal}-c`] = grounds[2] ?? "";
    tokens[`${metal}-ink`] = inkOf(isNight ? 0.995 : 0.21, isNight ? 0.005 : 0.05, 7);
    tokens[`${metal}-muted`] = inkOf(isNight ? 0.89 : 0.3, isNight ? 0.03 : 0.06, 5.5);
  }
  return tokens;
}

function stopsOf(palette: Palette, scheme: Scheme): Record<Metal, Stops> {
  const isDark = scheme === "dark";
  const primary = toneOf(palette.primary);
  const secondary = toneOf(palette.secondary);
  const of = ({ c, h }: Tone, l: number, most: number): Tone => ({ l, c: Math.min(c, most), h });
  return {
    silver: isDark
      ? [tone(0.9, 0.008, 262), tone(0.81, 0.014, 264), tone(0.75, 0.018, 266)]
      : [tone(0.955, 0.005, 260), tone(0.875, 0.012, 262), tone(0.815, 0.017, 265)],
    gold: isDark
      ? [tone(0.855, 0.1, 91), tone(0.775, 0.125, 84), tone(0.735, 0.125, 78)]
      : [tone(0.915, 0.09, 93), tone(0.83, 0.127, 86), tone(0.785, 0.13, 80)],
    paid: isDark
      ? [tone(0.82, 0.07, 62), tone(0.74, 0.09, 55), tone(0.7, 0.095, 50)]
      : [tone(0.88, 0.062, 64), tone(0.79, 0.088, 57), tone(0.74, 0.098, 52)],
    premium: [of(primary, 0.285, 0.11), of(primary, 0.2, 0.07), of(primary, 0.235, 0.09)],
    invitation: [of(secondary, 0.345, 0.075), of(secondary, 0.25, 0.055), of(secondary, 0.29, 0.065)],
    plain: isDark
      ? [of(primary, 0.86, 0.05), of(primary, 0.79, 0.06), of(primary, 0.75, 0.065)]
      : [of(primary, 0.945, 0.03), of(primary, 0.885, 0.05), of(primary, 0.845, 0.06)],
  };
}

function tone(l: number, c: number, h: number): Tone {
  return { l, c, h };
}
