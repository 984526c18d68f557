import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { browserFlags, wholeChromium } from "../browser.ts";
import { startSeeded } from "../seeds.ts";

/*
 * `npm run lighthouse`: Lighthouse as it measures phones (slow network, slow processor) on the login and on the free
 * tickets of someone signed in, against the built application. Fails under 95 in any category (interface: Quality
 * gates).
 */
const least = 0.95;
const categories = ["performance", "accessibility", "best-practices", "seo"];

const server = await startSeeded("demo");
const profile = await mkdtemp(join(tmpdir(), "saha-lighthouse-"));
const port = await freePort();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? wholeChromium,
  args: [...browserFlags, `--remote-debugging-port=${port}`],
});
try {
  await measure("/login");
  const { access, refresh, user } = await server.signed("noura");
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.evaluate(
    ([access, refresh, user]) => {
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
      localStorage.setItem("user", user);
    },
    [access, refresh, user] as const,
  );
  await page.close();
  await measure("/ticket/free");
} finally {
  await context.close();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}

/** As somebody comes who has never been here: with nothing in the cache, though signed in. */
async function measure(path: string): Promise<void> {
  const blank = await context.newPage();
  await (await context.newCDPSession(blank)).send("Network.clearBrowserCache");
  await blank.close();
  const result = await lighthouse(`${server.url}${path}`, {
    port,
    onlyCategories: categories,
    disableStorageReset: true,
    logLevel: "error",
    output: "json",
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${path}`);
  const { categories: scores, audits } = result.lhr;
  const figures = Object.values(scores).map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`);
  const times = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ];
  say(`${path}: ${figures.join(", ")}`);
  say(`  ${times.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(", ")}`);
  for (const { auditRefs, score } of Object.values(scores)) {
    if ((score ?? 0) >= 1) continue;
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight > 0 && audit?.score !== null && audit && audit.score < 0.95) {
        say(`  − ${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ""}`);
      }
    }
  }
  if (Object.values(scores).some(({ score }) => (score ?? 0) < least)) process.exitCode = 1;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
