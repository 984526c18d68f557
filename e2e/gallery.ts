import { mkdir, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { browserFlags, executablePath } from "./browser.ts";
import { openEvent } from "./event.ts";
import { type Look, type Screen, screens } from "./screens.ts";
import { openScreen, type Signed, signIn } from "./visitor.ts";

/*
 * `npm run gallery`: a picture of every screen, as every role that has it, in both languages and schemes, on a phone and
 * a laptop. `-- --only scan` takes the screens whose name holds the word, `--sizes 320,768` other widths,
 * `--languages ar`, `--schemes dark`.
 */
const heights: Record<string, number> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    sizes: { type: "string", default: "390,1440" },
    languages: { type: "string", default: "ar,en" },
    schemes: { type: "string", default: "light,dark" },
  },
});
const looks = values.sizes.split(",").flatMap((width) =>
  values.languages.split(",").flatMap((language) =>
    values.schemes.split(",").map(
      (scheme): Look => ({
        language: language === "en" ? "en" : "ar",
        scheme: scheme === "dark" ? "dark" : "light",
        width: Number(width),
        height: heights[width] ?? 900,
      }),
    ),
  ),
);
const wanted = screens.filter((screen) => screen.name.includes(values.only));
const folder = new URL("../gallery/", import.meta.url);
const password = "saha-demo-2026";

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const demo = await openEvent({ demo: true });
const browser = await chromium.launch({ executablePath, args: browserFlags });
const signed = new Map<string, Signed>();
let taken = 0;
try {
  for (const screen of wanted.filter(({ world }) => world === "demo")) await pictures(screen);
} finally {
  await browser.close();
  await demo.stop();
}
process.stdout.write(`${taken} pictures are in ${decodeURI(folder.pathname)}\n`);

async function pictures(screen: Screen): Promise<void> {
  for (const look of looks) {
    const page = await openScreen(browser, demo.url, screen, look, await sessionOf(screen.as));
    const name = `${screen.name}-${screen.as ?? "visitor"}-${look.language}-${look.scheme}-${look.width}.png`;
    await page.screenshot({ path: new URL(name, folder).pathname.replaceAll("%20", " "), fullPage: true });
    await page.context().close();
    taken++;
  }
}

async function sessionOf(username: string | null): Promise<Signed | null> {
  if (username === null) return null;
  const known = signed.get(username) ?? (await signIn(demo.url, username, password));
  signed.set(username, known);
  return known;
}
