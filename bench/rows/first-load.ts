import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Response } from "@playwright/test";
import { Role } from "@saha/contract";
import { build } from "vite";
import { eventDay } from "../lab/day.ts";
import type { Figure } from "../lab/lab.ts";
import type { Tokens } from "../lab/request.ts";
import { makeFolder, openSubject, root } from "../lab/subject.ts";

type Route = { path: string; as: "visitor" | "attendee" | "administrator" };

const routes: Route[] = [
  { path: "/login", as: "visitor" },
  { path: "/ticket/free", as: "attendee" },
  { path: "/ticket/my-tickets", as: "attendee" },
  { path: "/dashboard/users", as: "administrator" },
];
/** Kilobytes of 1,000 bytes of JS and CSS, gzipped, on attendees' routes. */
const most = 170;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** What a browser that has never been here fetches for a screen, beside the least that React can be. */
export async function firstLoad(): Promise<Figure[]> {
  spawnSync("node", ["scripts/prepare.mjs"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const bare = await bareReact();
  const subject = await openSubject();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const [attendee] = await subject.rush.members(Role.User, 1);
    const [administrator] = await subject.rush.members(Role.Admin, 1);
    if (!attendee || !administrator) throw new Error("nobody is there");
    const ticketId = await subject.rush.ticket({ title: "ليلة البطولة", day: eventDay(), quantity: 100 });
    await subject.rush.purchases(ticketId, [attendee.id]);
    const who = { visitor: undefined, attendee, administrator };
    const figures: Figure[] = [];
    for (const { path, as } of routes) {
      const size = await sizeOf(browser, `http://127.0.0.1:${subject.port}`, path, who[as]);
      figures.push({
        work: `first load of ${path}, JS and CSS gzipped`,
        figure: `${size.toFixed(1)} kB`,
        limit: `${bare.toFixed(1)} kB of bare React`,
        ratio: size / bare,
        goal: as === "administrator" ? "told only" : `≤ ${most} kB`,
        isMet: as === "administrator" || size <= most,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await subject.close();
  }
}

async function sizeOf(browser: Browser, baseURL: string, path: string, tokens: Tokens | undefined): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL });
  await context.addInitScript((signed) => {
    if (!signed) return;
    localStorage.setItem("access_token", signed.accessToken);
    localStorage.setItem("refresh_token", signed.refreshToken);
  }, tokens);
  const page = await context.newPage();
  const answers: Response[] = [];
  page.on("response", (response) => answers.push(response));
  await page.goto(path, { waitUntil: "networkidle" });
  await page.locator("h1").first().waitFor();
  let bytes = 0;
  for (const answer of answers) {
    if (/\.(js|css)$/.test(new URL(answer.url()).pathname)) bytes += gzipSync(await answer.body()).length;
  }
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`);
  await context.close();
  return bytes / 1000;
}

async function bareReact(): Promise<number> {
  const outDir = makeFolder();
  try {
    const page = fileURLToPath(new URL("../bare-react/", import.meta.url));
    await build({ root: page, configFile: false, logLevel: "error", build: { outDir, target: "es2022" } });
    const files = readdirSync(join(outDir, "assets")).filter((name) => /\.(js|css)$/.test(name));
    return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(outDir, "assets", name))).length, 0) / 1000;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
