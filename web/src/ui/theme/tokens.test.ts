import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, toneOf } from "./colour.ts";
import { enamelOf } from "./enamel.ts";
import { metals } from "./metals.ts";
import { defaultPalette, type Palette, type Scheme } from "./palette.ts";
import { type Hue, type Token, type Tokens, tokensOf } from "./tokens.ts";

const schemes: Scheme[] = ["light", "dark"];
const hues: Hue[] = ["primary", "secondary", "tertiary", "success", "warning", "error", "navbar"];

function expectReadable(palette: Palette, scheme: Scheme) {
  const tokens = tokensOf(palette, scheme);
  const surfaces: Token[] = ["page", "surface", "block", "raised"];
  const softs = hues.flatMap((hue): Token[] => [`${hue}-soft`, `${hue}-soft-hover`]);
  const expectRatio = (ink: Token, grounds: Token[], ratio: number) => {
    for (const ground of grounds) {
      const found = contrast(tokens[ink], [tokens[ground]]);
      if (found < ratio) {
        expect.fail(`${ink} ${tokens[ink]} on ${ground} ${tokens[ground]}: ${found.toFixed(2)} < ${ratio} (${scheme})`);
      }
    }
  };
  expectRatio("text", [...surfaces, ...softs], 7);
  expectRatio("muted", surfaces, 7);
  expectRatio("line-strong", surfaces, 3);
  expectRatio("focus", surfaces, 3);
  expectRatio("on-hero", ["hero-a", "hero-b"], 7);
  expectRatio("on-hero-muted", ["hero-a", "hero-b"], 7);
  expectRatio("hero-secondary", ["hero-a", "hero-b"], 4.5);
  expectRatio("hero-tertiary", ["hero-a", "hero-b"], 4.5);
  for (const hue of hues) {
    expectRatio(`on-${hue}`, [hue, `${hue}-hover`], 4.5);
    expectRatio(`${hue}-text`, [...surfaces, `${hue}-soft`, `${hue}-soft-hover`], 4.5);
    expectRatio(`${hue}-edge`, surfaces, 3);
  }
  for (const metal of metals) {
    const stops: Token[] = [`${metal}-a`, `${metal}-b`, `${metal}-c`];
    expectRatio(`${metal}-ink`, stops, 7);
    expectRatio(`${metal}-muted`, stops, 4.5);
    // A button on a pass is the ink, its words the metal.
    expectRatio(`${metal}-a`, [`${metal}-ink`], 4.5);
  }
  expectAllHex(tokens);
}

function expectAllHex(tokens: Tokens) {
  for (const [name, value] of Object.entries(tokens)) expect(value, name).toMatch(/^#[0-9a-f]{6}$/);
}

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

test("a thousand random palettes stay readable in both schemes", () => {
  fc.assert(
    fc.property(fc.record({ primary: colour, secondary: colour, tertiary: colour }), (palette) => {
      for (const scheme of schemes) expectReadable(palette, scheme);
    }),
    { numRuns: 1000 },
  );
}, 120_000);

test.each([
  ["the product's own", defaultPalette],
  ["white on white", { primary: "#ffffff", secondary: "#ffffff", tertiary: "#ffffff" }],
  ["black", { primary: "#000000", secondary: "#000000", tertiary: "#000000" }],
  ["middle grey", { primary: "#777777", secondary: "#777777", tertiary: "#777777" }],
  ["three equal colours", { primary: "#FFD60A", secondary: "#FFD60A", tertiary: "#FFD60A" }],
  ["pure blue, red and green", { primary: "#0000FF", secondary: "#FF0000", tertiary: "#00FF00" }],
])("%s stays readable in both schemes", (_, palette) => {
  for (const scheme of schemes) expectReadable(palette, scheme);
});

test("a fill keeps the colour that was chosen, be it on the rim of what a screen can show", () => {
  const rim = fc
    .tuple(...[0, 1, 2].map(() => fc.constantFrom("00", "33", "80", "cc", "ff")))
    .map((parts) => `#${parts.join("")}`);
  fc.assert(
    fc.property(fc.oneof(colour, rim), fc.constantFrom(...schemes), (primary, scheme) => {
      expect(tokensOf({ ...defaultPalette, primary }, scheme).primary).toBe(primary);
    }),
    { numRuns: 400 },
  );
});

test("enamel gives up chroma only: an orange that a screen can't show so deep does not turn red", () => {
  const orange = { primary: "#FF7A00", secondary: "#FFB000", tertiary: "#FF9E00" };
  for (const [name, hex] of Object.entries(enamelOf(orange))) {
    const hue = toneOf(hex).h;
    const own = toneOf(
      /3$|4$/.test(name) ? orange.secondary : name === "enamel-5" ? orange.tertiary : orange.primary,
    ).h;
    expect(Math.abs(hue - own), name).toBeLessThan(4);
  }
});

test("error and navbar are the spec's colours in both schemes", () => {
  for (const scheme of schemes) {
    const tokens = tokensOf({ primary: "#123456", secondary: "#654321", tertiary: "#abcdef" }, scheme);
    expect([tokens.error, tokens.navbar]).toEqual(["#b00020", "#4cac50"]);
  }
});
