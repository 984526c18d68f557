import { test as base, expect } from "@playwright/test";
import type { Language } from "@saha/contract";
import { type Screen, screens } from "../screens.ts";
import { openStage, type Stage } from "../visitor.ts";
import { findingsOn } from "./findings.ts";

/** Worlds and signed-in browsers that a worker keeps from one screen to the next. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const stage = openStage(browser, { scale: () => 1 });
      await use(stage);
      await stage.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** One test for each of these screens: every gate in both schemes, on a phone, at 320 px, and on a laptop where it differs. */
export function walk(language: Language, mine: (screen: Screen) => boolean): void {
  for (const screen of screens.filter(mine)) {
    test(`${screen.name} as ${screen.as ?? "a visitor"} (${language})`, async ({ stage }) => {
      expect(await findingsOn(stage, screen, language)).toEqual([]);
    });
  }
}
