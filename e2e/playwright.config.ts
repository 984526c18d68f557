import { defineConfig } from "@playwright/test";
import { browserFlags, executablePath } from "./browser.ts";

/**
 * Gates that one server serves from end to end. What takes long begins first; the short tests of the walk fill both
 * cores to the end.
 */
const inOneGo = ["gates/keyboard.spec.ts", "gates/xss.spec.ts"];

// Without a locale of letters Chromium calls a file with an Arabic name "download".
process.env.LC_ALL = "C.UTF-8";

/** Journeys in Debian's Chromium against the real application on a throw-away event, two at a time on two cores. */
export default defineConfig({
  testDir: ".",
  projects: [
    { name: "journeys", testMatch: ["journeys/**/*.spec.ts", ...inOneGo] },
    { name: "gates", testMatch: "gates/**/*.spec.ts", testIgnore: inOneGo },
  ],
  outputDir: "results",
  // Each waits a fifth of its time: for a frame, a clock, an answer. Two leave a core idle meanwhile.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // `npm test` takes two that needed it, and fails on more.
  retries: 1,
  // The longest takes 40 s on a slow machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 390, height: 844 },
    locale: "ar-EG",
    timezoneId: "Asia/Riyadh",
    // A picture of the end; `--trace on` keeps every step, which doubles the time.
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: browserFlags },
  },
});
