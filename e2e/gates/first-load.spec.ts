import { gzipSync } from "node:zlib";
import { type Browser, expect, type Response } from "@playwright/test";
import { demoNames, type World } from "../worlds.ts";
import { shiftsOf } from "./shift.ts";
import { test } from "./walk.ts";

test.use({ trace: "off" });

/** Interface: Quality gates; a kilobyte is 1,000 bytes. */
const mostCode = 170_000;
const mostFonts = 65_000;
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
  ["/profile", "noura"],
];

for (const [path, as] of routes) {
  for (const language of ["ar", "en"] as const) {
    test(`the first load of ${path} is light and nothing moves in it (${language})`, async ({ browser, stage }) => {
      const { code, fonts, shifts } = await firstLoad(browser, await stage.world("demo"), { path, as, language });
      process.stdout.write(`${path} ${language}: ${kilobytes(code)} code, ${kilobytes(fonts)} fonts\n`);
      expect(shifts).toEqual([]);
      expect(code).toBeGreaterThan(10_000);
      expect(code).toBeLessThanOrEqual(mostCode);
      expect(fonts).toBeLessThanOrEqual(mostFonts);
    });
  }
}

/** Opens a route in a browser that has never been here, and weighs what it fetches: JS and CSS gzipped, fonts as they are. */
async function firstLoad(
  browser: Browser,
  world: World,
  { path, as, language }: { path: string; as: string | null; language: "ar" | "en" },
) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: world.url });
  try {
    const signed = as === null ? null : await world.signed(as);
    await context.addInitScript(
      ({ language, signed }) => {
        localStorage.setItem("language", language);
        if (!signed) return;
        localStorage.setItem("access_token", signed.access);
        localStorage.setItem("refresh_token", signed.refresh);
      },
      { language, signed },
    );
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on("response", (response) => answers.push(response));
    await page.goto(path, { waitUntil: "networkidle" });
    await page.locator("h1").first().waitFor();
    const shifts = await shiftsOf(page);
    let [code, fonts] = [0, 0];
    for (const answer of answers) {
      const kind = answer.request().resourceType();
      if (/^(script|stylesheet)$/.test(kind) || /\.(js|css)$/.test(new URL(answer.url()).pathname)) {
        code += gzipSync(await answer.body()).length;
      } else if (kind === "font") fonts += (await answer.body()).length;
    }
    return { code, fonts, shifts };
  } finally {
    await context.close();
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
