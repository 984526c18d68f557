import { defineConfig } from "@playwright/test";
import { browserFlags, executablePath } from "./browser.ts";

/** Journeys in Debian's Chromium against the real application on a throw-away event, three at a time on two cores. */
export default defineConfig({
  testDir: ".",
  testMatch: ["journeys/**/*.spec.ts", "gates/**/*.spec.ts"],
  outputDir: "results",
  // A third fills what two leave idle while they wait for frames and answers: 98 s instead of 112 for a third of the walk.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // `npm test` takes two that needed it, and fails on more.
  retries: 1,
  // The longest takes 40 s with the others beside it.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 390, height: 844 },
    locale: "ar-EG",
    timezoneId: "Asia/Riyadh",
    // A picture of the end; `--trace on` keeps every step, which doubles the time.
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: browserFlags },
  },
});
