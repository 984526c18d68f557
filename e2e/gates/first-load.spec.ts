import { expect } from "@playwright/test";
import { demoNames } from "../seeds.ts";
import { firstLoad, maxCode, maxFonts } from "./first-load.ts";
import { test } from "./walk.ts";

/** Every route of an attendee, and who opens it. */
const routes: [path: string, as: string | null][] = [
  ["/login", null],
  ["/register", null],
  ["/verify", null],
  ["/forgot-password", null],
  ["/forgot-password-verify", null],
  ["/", "noura"],
  ["/ticket/free", "noura"],
  ["/ticket/my-tickets", demoNames.holder],
  ["/userBooths", "noura"],
  ["/userBooths/1", "noura"],
  ["/standings", "noura"],
  ["/score", "noura"],
  ["/profile", "noura"],
];

/** English fetches one other file of words: weighed where a stranger begins and where the most words are. */
const weighedInEnglish = ["/login", "/"];

for (const [path, as] of routes) {
  for (const language of weighedInEnglish.includes(path) ? (["ar", "en"] as const) : (["ar"] as const)) {
    test(`the first load of ${path} is light and nothing moves in it (${language})`, async ({ browser, stage }) => {
      const { code, fonts, shifts } = await firstLoad(browser, await stage.server("demo"), { path, as, language });
      process.stdout.write(`${path} ${language}: ${kilobytes(code)} code, ${kilobytes(fonts)} fonts\n`);
      expect(shifts).toEqual([]);
      expect(code).toBeGreaterThan(10_000);
      expect(code).toBeLessThanOrEqual(maxCode);
      expect(fonts).toBeLessThanOrEqual(maxFonts);
    });
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
