import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode as teach,
  wcagContrast,
} from "culori/fn";

teach(modeRgb);
teach(modeLrgb);
teach(modeOklab);
teach(modeOklch);
const toOklch = converter("oklch");
const toRgb = converter("rgb");
/** A tenth of a step of eight bits. */
const rounding = 0.1 / 255;

/** A colour by lightness (0 to 1), chroma and hue (degrees). */
export type Tone = { l: number; c: number; h: number };

/** The tone of a hex colour; greys get hue 0. */
export function toneOf(hex: string): Tone {
  const { l, c, h } = toOklch(hex) ?? { l: 0, c: 0, h: 0 };
  return { l, c, h: h ?? 0 };
}

/** The nearest colour that a screen can show, of the same lightness and hue. */
export function hexOf({ l, c, h }: Tone): string {
  const wanted = { mode: "oklch" as const, l: Math.min(1, Math.max(0, l)), c, h };
  return formatHex(isShowable(wanted) ? wanted : clampChroma(wanted, "oklch")) ?? "#000000";
}

/** Pure blue and its like lie on the gamut's rim, and rounding alone would have them taken for colours beyond it. */
function isShowable(colour: Parameters<typeof toRgb>[0]): boolean {
  const { r, g, b } = toRgb(colour) ?? { r: -1, g: -1, b: -1 };
  return Math.min(r, g, b) >= -rounding && Math.max(r, g, b) <= 1 + rounding;
}

/** The lowest contrast of a colour with any of the grounds, 1 to 21 (WCAG 2). */
export function contrast(hex: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => wcagContrast(hex, ground)));
}

/**
 * The colour nearest to `tone` that keeps `ratio` with every ground, found by making it lighter or darker only;
 * white or black when nothing nearer does.
 */
export function readable(tone: Tone, grounds: readonly string[], ratio: number, way: "lighter" | "darker"): string {
  const own = hexOf(tone);
  if (contrast(own, grounds) >= ratio && isOnItsSide(own, grounds, way)) return own;
  const limit = way === "lighter" ? 1 : 0;
  let far = limit;
  let near = tone.l;
  for (let step = 0; step < 9; step++) {
    const middle = (far + near) / 2;
    const hex = hexOf({ ...tone, l: middle });
    if (contrast(hex, grounds) >= ratio && isOnItsSide(hex, grounds, way)) far = middle;
    else near = middle;
  }
  return hexOf({ ...tone, l: far });
}

/** Contrast is high on both sides of a ground; only one of them is meant. */
function isOnItsSide(hex: string, grounds: readonly string[], way: "lighter" | "darker"): boolean {
  const own = wcagContrast(hex, "#000000");
  return grounds.every((ground) => {
    const other = wcagContrast(ground, "#000000");
    return way === "lighter" ? own >= other : own <= other;
  });
}
