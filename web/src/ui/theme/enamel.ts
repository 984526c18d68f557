import { hexOf, type Tone, toneOf } from "./colour.ts";
import type { Palette } from "./palette.ts";

/** Enamel on metal plates in both schemes: the heart's star, stars, petals, squares (pieces/artwork). */
export type EnamelToken = `enamel-${0 | 1 | 2 | 3 | 4 | 5}` | `night-${0 | 1 | 2 | 3}`;

/**
 * The enamel of a theme: deep tones of primary, a deep and a bright one of secondary, a bright one of tertiary; lighter
 * on dark plates.
 */
export function enamelOf(palette: Palette): Record<EnamelToken, string> {
  const { primary, secondary, tertiary } = tonesOf(palette);
  return {
    "enamel-0": at(primary, 0.43, 0.23),
    "enamel-1": at(primary, 0.38, 0.2),
    "enamel-2": at(primary, 0.29, 0.14),
    "enamel-3": at(secondary, 0.43, 0.085),
    "enamel-4": at(secondary, 0.81, 0.13),
    "enamel-5": at(tertiary, 0.79, 0.15),
    "night-0": at(primary, 0.5, 0.22),
    "night-1": at(primary, 0.44, 0.2),
    "night-2": at(primary, 0.36, 0.15),
    "night-3": at(secondary, 0.52, 0.1),
  };
}

/**
 * The enamel of a picture in a palette of its own, such as a booth's: everything is inlaid, from the palette's own
 * lightness.
 */
export function pictureOf(palette: Palette): Record<string, string> {
  const { primary, secondary, tertiary } = tonesOf(palette);
  // Orange and amber would go brown if they were darkened like the rest.
  const own = Math.min(0.72, Math.max(0.56, primary.l)) - (primary.l > 0.62 ? 0.04 : 0.08);
  return {
    "enamel-0": at(primary, 0.27, 0.12),
    "enamel-1": at(primary, own, 0.2),
    "enamel-2": at(primary, own - 0.055, 0.2),
    "enamel-3": at(tertiary, Math.max(0.56, tertiary.l - 0.14), 0.15),
    "enamel-4": at(secondary, 0.8, 0.15),
    "enamel-5": at(primary, own - 0.12, 0.17),
    "enamel-6": at(secondary, 0.95, 0.04),
    wire: at(secondary, 0.92, 0.06),
    "wire-shade": at(primary, 0.16, 0.07),
  };
}

function tonesOf(palette: Palette): Record<keyof Palette, Tone> {
  return { primary: toneOf(palette.primary), secondary: toneOf(palette.secondary), tertiary: toneOf(palette.tertiary) };
}

/** A hue at another lightness, with at most so much chroma. */
export function at(tone: Tone, l: number, most: number): string {
  return hexOf({ l, c: Math.min(tone.c, most), h: tone.h });
}
