import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Response } from "@playwright/test";
import type { Language } from "@saha/contract";
import type { SeededServer } from "../seeds.ts";
import { shiftsOf } from "./shift.ts";

/** Bytes that an attendee's first screen may cost (interface: Quality gates); a kilobyte is 1,000 bytes. */
export const maxCode = 170_000;
export const maxFonts = 65_000;

/**
 * Opens a route in a browser that has never been here, and weighs what it fetches: JS and CSS gzipped, fonts as they
 * are.
 */
export async function firstLoad(
  browser: Browser,
  server: SeededServer,
  { path, as, language }: { path: string; as: string | null; language: Language },
  prepare?: (context: BrowserContext) => Promise<void>,
) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: server.url });
  try {
    const signed = as === null ? null : await server.signed(as);
    await context.addInitScript(
      ({ language, signed }) => {
        localStorage.setItem("language", language);
        if (!signed) return;
        localStorage.setItem("access_token", signed.access);
        localStorage.setItem("refresh_token", signed.refresh);
      },
      { language, signed },
    );
    await prepare?.(context);
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on("response", (response) => answers.push(response));
    await page.goto(path, { waitUntil: "networkidle" });
    await page.locator("h1").first().waitFor();
    // What moves late moves under a finger.
    await page.waitForTimeout(1000);
    const shifts = await shiftsOf(page);
    let [code, fonts] = [0, 0];
    for (const answer of answers) {
      const kind = answer.request().resourceType();
      if (/^(script|stylesheet)$/.test(kind) || /\.(js|css)$/.test(new URL(answer.url()).pathname)) {
        code += gzipSync(await answer.body(), { level: 9 }).length;
      } else if (kind === "font") fonts += (await answer.body()).length;
    }
    return { code, fonts, shifts };
  } finally {
    await context.close();
  }
}
