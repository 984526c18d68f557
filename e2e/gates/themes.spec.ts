import { expect } from "@playwright/test";
import { api } from "@saha/contract";
import { screens } from "../screens/all.ts";
import type { Screen } from "../screens/screen.ts";
import { lookOf, paintAs } from "../visitor.ts";
import { faintTexts } from "./contrast.ts";
import { test } from "./walk.ts";

/**
 * Palettes that no designer would choose; every text must stay readable all the same. The one on which black and white
 * are equally hard to read; that the maths holds for any palette is a unit test, and the soak tries the others.
 */
const palettes = {
  "middle grey": ["#777777", "#7F7F7F", "#808080"],
  ...(process.env.SOAK && {
    "white on white": ["#FFFFFF", "#FFFFFF", "#FFFFFF"],
    black: ["#000000", "#000000", "#000000"],
    "three equal reds": ["#D7263D", "#D7263D", "#D7263D"],
    "neon yellow": ["#F7FF00", "#F7FF00", "#39FF14"],
  }),
} as const;
const wanted = [
  "login",
  "home-bare",
  "free-tickets-long",
  "my-tickets-long",
  "verdict-collect-long",
  "profile-long",
  "users-long",
  "account-menu-long",
];

for (const [name, [primary, secondary, tertiary]] of Object.entries(palettes)) {
  test(`a main theme of ${name} leaves every text readable`, async ({ stage }) => {
    test.setTimeout(180_000);
    const server = await stage.server("long");
    await server.admin(api.themes.updateMain, { body: { primary, secondary, tertiary } });
    try {
      const found: string[] = [];
      for (const screen of wanted.map(withLongSeed)) {
        const { page, leave } = await stage.open(screen, lookOf("ar", "light", 390));
        for (const scheme of ["light", "dark"] as const) {
          await paintAs(page, scheme);
          found.push(...(await faintTexts(page)).map((one) => `${screen.name}, ${scheme}: ${one}`));
        }
        await leave();
      }
      expect(found).toEqual([]);
    } finally {
      await server.admin(api.themes.updateMain, {
        body: { primary: "#7C3AED", secondary: "#22D3EE", tertiary: "#F59E0B" },
      });
    }
  });
}

/** One server wears the theme; its screens stand for all. */
function withLongSeed(name: string): Screen {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`No screen ${name}`);
  return screen.seed === "long" ? screen : { ...screen, seed: "long", as: screen.as && "admin" };
}
