import { expect } from "@playwright/test";
import { api } from "@saha/contract";
import { type Screen, screens } from "../screens.ts";
import { lookOf, paintAs } from "../visitor.ts";
import { faintTexts } from "./contrast.ts";
import { test } from "./walk.ts";

/** Palettes that no designer would choose; every text must stay readable all the same (issue: Bad input). */
const palettes = {
  "white on white": ["#FFFFFF", "#FFFFFF", "#FFFFFF"],
  black: ["#000000", "#000000", "#000000"],
  "three equal reds": ["#D7263D", "#D7263D", "#D7263D"],
  "neon yellow": ["#F7FF00", "#F7FF00", "#39FF14"],
  "middle grey": ["#777777", "#7F7F7F", "#808080"],
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
    const world = await stage.world("long");
    await world.admin(api.themes.updateMain, { body: { primary, secondary, tertiary } });
    try {
      const found: string[] = [];
      for (const screen of wanted.map(inLongWorld)) {
        const { page, leave } = await stage.open(screen, lookOf("ar", "light", 390));
        for (const scheme of ["light", "dark"] as const) {
          await paintAs(page, scheme);
          found.push(...(await faintTexts(page)).map((one) => `${screen.name}, ${scheme}: ${one}`));
        }
        await leave();
      }
      expect(found).toEqual([]);
    } finally {
      await world.admin(api.themes.updateMain, {
        body: { primary: "#7C3AED", secondary: "#22D3EE", tertiary: "#F59E0B" },
      });
    }
  });
}

/** One world wears the theme; its screens stand for all. */
function inLongWorld(name: string): Screen {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`No screen ${name}`);
  return screen.world === "long" ? screen : { ...screen, world: "long", as: screen.as && "admin" };
}
