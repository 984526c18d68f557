import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Request } from "@playwright/test";
import type { Language } from "@saha/contract";
import type { SeededServer } from "../seeds.ts";
import { shiftsOf } from "./shift.ts";

/** Bytes that an attendee's first screen may cost (interface: Quality gates); a kilobyte is 1,000 bytes. */
export const maxCode = 170_000;
export const maxFonts = 65_000;
/** Stands in the code of Socket.IO alone: its version in the address of a handshake. */
const partOfSocket = "EIO";

/**
 * Opens a route in a browser that has never been here, and weighs what it fetches: JS and CSS gzipped, fonts as they
 * are; until it asks for the socket, which comes four seconds after the first load (realtime.ts), and on a busy machine
 * before this is over.
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
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.goto(path, { waitUntil: "networkidle" });
    await page.locator("h1").first().waitFor();
    // What moves late moves under a finger.
    await page.waitForTimeout(1000);
    const shifts = await shiftsOf(page);
    let [code, fonts] = [0, 0];
    for (const request of requests) {
      const answer = await request.response();
      if (!answer) continue;
      const kind = request.resourceType();
      if (/^(script|stylesheet)$/.test(kind) || /\.(js|css)$/.test(new URL(request.url()).pathname)) {
        const body = await answer.body();
        if (body.includes(partOfSocket)) break;
        code += gzipSync(body, { level: 9 }).length;
      } else if (kind === "font") fonts += (await answer.body()).length;
    }
    return { code, fonts, shifts };
  } finally {
    await context.close();
  }
}
