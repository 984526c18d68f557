import { contrast, hexOf, readable, type Tone, toneOf } from "./colour.ts";
import { type EnamelToken, enamelOf } from "./enamel.ts";
import { type MetalToken, metalsOf } from "./metals.ts";
import type { Palette, Scheme } from "./palette.ts";

/** Colours with a fixed meaning; error and navbar are the spec's (§9). */
const meanings = { success: "#168246", warning: "#F5A623", error: "#B00020", navbar: "#4CAC50" };

const hues = ["primary", "secondary", "tertiary", "success", "warning", "error", "navbar"] as const;
export type Hue = (typeof hues)[number];

const parts = ["", "-hover", "-edge", "-soft", "-soft-hover", "-text"] as const;
type HueToken = `${Hue}${(typeof parts)[number]}` | `on-${Hue}`;

/** Every colour that screens are painted with, by the name of its CSS variable without dashes in front. */
export type Token =
  | "page"
  | "surface"
  | "block"
  | "raised"
  | "text"
  | "muted"
  | "line"
  | "line-strong"
  | "focus"
  | "shade"
  | "hero-a"
  | "hero-b"
  | "on-hero"
  | "on-hero-muted"
  | "hero-secondary"
  | "hero-tertiary"
  | HueToken
  | EnamelToken
  | MetalToken;
export type Tokens = Record<Token, string>;

/** How the surfaces of each scheme are lit: lightness, most chroma, and the share of primary's chroma. */
const lights = {
  light: {
    page: 0.988,
    surface: 1,
    block: 0.957,
    raised: 0.938,
    line: 0.895,
    chroma: 0.008,
    soft: 0.938,
    softHover: 0.905,
    softChroma: 0.055,
    heroLight: 0.43,
    heroChroma: 0.205,
  },
  dark: {
    page: 0.135,
    surface: 0.178,
    block: 0.205,
    raised: 0.262,
    line: 0.335,
    chroma: 0.02,
    soft: 0.305,
    softHover: 0.35,
    softChroma: 0.072,
    heroLight: 0.36,
    heroChroma: 0.16,
  },
} as const;

/**
 * Paints a scheme from three colours so that any of them stays readable: text and muted text 7:1 on every surface,
 * text on fills 4.5:1, accents as text 4.5:1, edges, strong lines and focus 3:1 (interface: Look).
 */
export function tokensOf(palette: Palette, scheme: Scheme): Tokens {
  const light = lights[scheme];
  const away = scheme === "light" ? "darker" : "lighter";
  const tones = Object.fromEntries(hues.map((hue) => [hue, toneOf({ ...palette, ...meanings }[hue])])) as Record<
    Hue,
    Tone
  >;
  const tint = (l: number, share = 1): Tone => ({
    l,
    c: Math.min(light.chroma, tones.primary.c * 0.25) * share,
    h: tones.primary.h,
  });
  const page = hexOf(tint(light.page));
  const surface = hexOf(tint(light.surface));
  const block = hexOf(tint(light.block));
  const raised = hexOf(tint(light.raised));
  const surfaces = [page, surface, block, raised];
  const softs = Object.fromEntries(hues.map((hue) => [hue, softOf(tones[hue], scheme)])) as Record<Hue, string[]>;
  const ink = scheme === "light" ? 0.22 : 0.975;
  return {
    page,
    surface,
    block,
    raised,
    text: readable(tint(ink, 1.4), [...surfaces, ...Object.values(softs).flat()], 7, away),
    muted: readable(tint(scheme === "light" ? 0.5 : 0.72), surfaces, 7, away),
    line: hexOf(tint(light.line)),
    "line-strong": readable(tint(scheme === "light" ? 0.66 : 0.5), surfaces, 3, away),
    focus: readable(tones.primary, surfaces, 3, away),
    shade: scheme === "light" ? hexOf({ ...tones.primary, l: 0.3, c: Math.min(tones.primary.c, 0.09) }) : "#000000",
    ...heroOf(tones, scheme),
    ...metalsOf(palette, scheme),
    ...enamelOf(palette),
    ...Object.assign({}, ...hues.map((hue) => accentOf(hue, tones[hue], surfaces, softs[hue], away))),
  } as Tokens;
}

function softOf(tone: Tone, scheme: Scheme): string[] {
  const light = lights[scheme];
  const c = Math.min(light.softChroma, tone.c * 0.6);
  return [light.soft, light.softHover].map((l) => hexOf({ l, c, h: tone.h }));
}

/** One hue as a fill, the text on it, its edge on surfaces, its soft ground and itself as text. */
function accentOf(hue: Hue, tone: Tone, surfaces: string[], softs: string[], away: "lighter" | "darker") {
  const fill = hexOf(tone);
  const on = textOn(fill, tone);
  return {
    [hue]: fill,
    [`on-${hue}`]: on,
    [`${hue}-hover`]: hoverOf(tone, on),
    [`${hue}-edge`]: contrast(fill, surfaces) >= 3 ? fill : readable(tone, surfaces, 3, away),
    [`${hue}-soft`]: softs[0],
    [`${hue}-soft-hover`]: softs[1],
    [`${hue}-text`]: readable(tone, [...surfaces, ...softs], 4.5, away),
  };
}

/** White where it reads, else a dark ink of the same hue; one of white and black always reaches 4.5:1. */
function textOn(fill: string, tone: Tone): string {
  if (contrast("#ffffff", [fill]) >= 4.5) return "#ffffff";
  const ink = hexOf({ l: 0.2, c: Math.min(tone.c, 0.05), h: tone.h });
  return contrast(ink, [fill]) >= 4.5 ? ink : "#000000";
}

function hoverOf(tone: Tone, on: string): string {
  const step = on === "#ffffff" ? -0.055 : 0.045;
  const steps = [step, -step, 0].map((by) => hexOf({ ...tone, l: tone.l + by }));
  return steps.find((hex) => hex !== hexOf(tone) && contrast(on, [hex]) >= 4.5) ?? hexOf(tone);
}

/**
 * Two deep ends of a gradient that light text reads on in both schemes; sRGB mixes of them are never lighter than both.
 */
function heroOf(tones: Record<Hue, Tone>, scheme: Scheme) {
  const { heroLight, heroChroma } = lights[scheme];
  const deep = (tone: Tone) =>
    readable({ ...tone, l: Math.min(tone.l, heroLight), c: Math.min(tone.c, heroChroma) }, ["#ffffff"], 8, "darker");
  const a = deep(tones.primary);
  const b = deep(tones.secondary);
  const grounds = [a, b];
  return {
    "hero-a": a,
    "hero-b": b,
    "on-hero": "#ffffff",
    "on-hero-muted": readable({ l: 0.9, c: 0.03, h: tones.primary.h }, grounds, 7, "lighter"),
    // More than a text needs: rings and the mark lighten the ground in places.
    "hero-secondary": readable(tones.secondary, grounds, 5, "lighter"),
    "hero-tertiary": readable(tones.tertiary, grounds, 5, "lighter"),
  };
}
