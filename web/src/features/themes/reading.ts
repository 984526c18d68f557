import { contrast, toneOf } from "../../ui/theme/colour.ts";
import type { Palette, Scheme } from "../../ui/theme/palette.ts";
import { type Tokens, tokensOf } from "../../ui/theme/tokens.ts";

export const chosenHues = ["primary", "secondary", "tertiary"] as const;
export type ChosenHue = (typeof chosenHues)[number];

/** How one chosen colour comes out in one scheme; ratios are those of WCAG 2, 1 to 21. */
export type Reading = {
  hue: ChosenHue;
  scheme: Scheme;
  /** On a fill the colour is as chosen; the ink on it is black, white or nearly. */
  fill: { hex: string; ink: string; ratio: number };
  /** As letters on the screen's surfaces; another shade where the chosen one could not be read. */
  letters: { hex: string; ratio: number; isAdapted: boolean };
  /** The fill itself hardly shows on the screen, so that its edge alone marks it. */
  isFaint: boolean;
};

/**
 * What the theme engine makes of a palette, said honestly: which shades it had to change so that everything stays
 * readable.
 */
export function readingsOf(palette: Palette): Reading[] {
  const paint = { light: tokensOf(palette, "light"), dark: tokensOf(palette, "dark") };
  return chosenHues.flatMap((hue) =>
    (["light", "dark"] as const).map((scheme) => readingOf(palette[hue].toLowerCase(), hue, scheme, paint[scheme])),
  );
}

function readingOf(chosen: string, hue: ChosenHue, scheme: Scheme, tokens: Tokens): Reading {
  const surfaces = [tokens.page, tokens.surface, tokens.raised];
  const letters = tokens[`${hue}-text`];
  return {
    hue,
    scheme,
    fill: { hex: tokens[hue], ink: tokens[`on-${hue}`], ratio: contrast(tokens[`on-${hue}`], [tokens[hue]]) },
    letters: { hex: letters, ratio: contrast(letters, surfaces), isAdapted: letters !== chosen },
    isFaint: contrast(chosen, surfaces) < leastShowing,
  };
}

/** Below this ratio a fill melts into the screen behind it. */
const leastShowing = 1.4;

/** Below this distance in OKLab two colours side by side are one colour to the eye. */
const leastDistance = 0.06;

/** The pairs of a palette that nobody tells apart: words and icons must do it alone. */
export function alikePairs(palette: Palette): [ChosenHue, ChosenHue][] {
  const pairs: [ChosenHue, ChosenHue][] = [
    ["primary", "secondary"],
    ["primary", "tertiary"],
    ["secondary", "tertiary"],
  ];
  return pairs.filter(([a, b]) => distance(palette[a], palette[b]) < leastDistance);
}

function distance(one: string, other: string): number {
  const [a, b] = [toneOf(one), toneOf(other)].map(({ l, c, h }) => {
    const angle = (h * Math.PI) / 180;
    return [l, c * Math.cos(angle), c * Math.sin(angle)];
  });
  return Math.hypot(...(a ?? []).map((value, index) => value - (b?.[index] ?? 0)));
}
