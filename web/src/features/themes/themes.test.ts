import type { Theme } from "@saha/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { isTrying, tryTheme } from "../../ui/theme/main-theme.ts";
import { defaultPalette, type Palette } from "../../ui/theme/palette.ts";
import { draftOf, isSame, paintable, wrongColours } from "./draft.ts";
import { palettes } from "./palettes.ts";
import { alikePairs, readingsOf } from "./reading.ts";
import "./use-theme-form.ts";

const one = (hex: string): Palette => ({ primary: hex, secondary: hex, tertiary: hex });
const saved: Theme = {
  id: 1,
  boothId: null,
  ...defaultPalette,
  logo: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

test.each(["", "#", "red", "FFFFFF", "#FFF", "#FFFFFFF", "#GGGGGG", "#12345", "rgb(1,2,3)", "#١٢٣٤٥٦"])(
  "%j is no colour, and its field says so in the spec's words",
  (typed) => {
    setLanguage("en");
    const sentence = "Color must be a valid HEX code like #FFFFFF";
    expect(wrongColours({ ...defaultPalette, secondary: typed })).toEqual({ secondary: sentence });
    setLanguage("ar");
    expect(wrongColours(one(typed))).toEqual(one("يجب أن يكون اللون رمز HEX صحيحًا مثل \u2066#FFFFFF\u2069"));
  },
);

test("any # and six hex digits are a colour, in either case", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(hex, (colour) => {
      expect(wrongColours(one(colour))).toEqual({});
    }),
  );
  expect(wrongColours(one("#AbCdEf"))).toEqual({});
});

test("while a colour is half typed its last whole one is painted, and the others follow at once", () => {
  const before = one("#111111");
  const typed = { ...draftOf(one("#222222")), secondary: "#22" };
  expect(paintable(typed, before)).toEqual({ primary: "#222222", secondary: "#111111", tertiary: "#222222" });
});

test("there is something to save once a colour or the logo is another", () => {
  expect(isSame(draftOf(saved), saved)).toBe(true);
  expect(isSame(draftOf({ ...saved, primary: saved.primary.toLowerCase() }), saved)).toBe(true);
  expect(isSame(draftOf({ ...saved, tertiary: "#000000" }), saved)).toBe(false);
  expect(isSame({ ...draftOf(saved), logo: new File(["x"], "x.png") }, saved)).toBe(false);
});

test("white is told to be faint on light screens, and is not written with there", () => {
  const readings = readingsOf(one("#FFFFFF"));
  const [light, dark] = [readings[0], readings[1]];
  expect([light?.scheme, light?.isFaint, light?.letters.isAdapted]).toEqual(["light", true, true]);
  expect([dark?.scheme, dark?.isFaint, dark?.letters.isAdapted]).toEqual(["dark", false, false]);
  expect(light?.fill.hex).toBe("#ffffff");
  for (const { fill, letters } of readings) expect(Math.min(fill.ratio, letters.ratio)).toBeGreaterThanOrEqual(4.5);
});

test("equal and nearly equal colours are told to be alike, the product's own are not", () => {
  expect(alikePairs(one("#FFD60A"))).toHaveLength(3);
  expect(alikePairs({ primary: "#FFD60A", secondary: "#FFD20A", tertiary: "#0000FF" })).toEqual([
    ["primary", "secondary"],
  ]);
  for (const { palette } of palettes) expect(alikePairs(palette)).toEqual([]);
});

test.each([
  ["chosen", false],
  ["ended", true],
])("colours on trial are taken back by a sign-out, and outlive a session that ended: %s", async (how, stays) => {
  await tryTheme({ palette: defaultPalette, logo: null });
  localStorage.setItem("left", how);
  dispatchEvent(new StorageEvent("storage", { key: "refresh_token", newValue: null }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isTrying()).toBe(stays);
  await tryTheme(null);
});
