import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { browserFlags, executablePath } from "./browser.ts";
import { standing } from "./idle.ts";
import { screens } from "./screens/all.ts";
import type { Screen } from "./screens/screen.ts";
import { lookOf, openStage, paintAs } from "./visitor.ts";

/*
 * `npm run gallery`: a picture of every screen, as every role that has it, in both languages and schemes, on a phone
 * and a laptop. `-- --only scan` takes the screens whose name holds the word, `--sizes 320,768` other widths,
 * `--languages ar`, `--schemes dark`.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    sizes: { type: "string", default: "390,1440" },
    languages: { type: "string", default: "ar,en" },
    schemes: { type: "string", default: "light,dark" },
  },
});
const schemes = values.schemes.split(",").map((scheme) => (scheme === "dark" ? "dark" : "light"));
const shots = values.sizes
  .split(",")
  .map(Number)
  .flatMap((width) =>
    screens
      .filter(({ name, only }) => name.includes(values.only) && only !== (width < 800 ? "laptop" : "phone"))
      .flatMap((screen) =>
        values.languages
          .split(",")
          .map((language) => ({ screen, width, language: language === "en" ? "en" : "ar" }) as const),
      ),
  );
const folder = new URL("../gallery/", import.meta.url);
/** Two pages at a time: one draws while the other waits for its answers. */
const lanes = 2;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: browserFlags });
const stage = openStage(browser, { scale: (width) => (width < 800 ? 2 : 1) });
const failed: string[] = [];
let taken = 0;
try {
  await Promise.all(Array.from({ length: lanes }, walk));
} finally {
  await browser.close();
  await stage.close();
}
for (const sentence of failed) process.stderr.write(`${sentence}\n`);
process.stdout.write(`${taken} pictures are in ${fileURLToPath(folder)}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function walk(): Promise<void> {
  for (let shot = shots.shift(); shot; shot = shots.shift()) {
    const name = `${shot.screen.name}-${nameOf(shot.screen)}-${shot.language}`;
    await pictures(shot, name).catch((error: Error) => failed.push(`${name} ${shot?.width}: ${error.message}`));
  }
}

async function pictures({ screen, width, language }: (typeof shots)[number], name: string): Promise<void> {
  const { page, leave } = await stage.open(screen, lookOf(language, schemes[0] ?? "light", width));
  try {
    for (const scheme of schemes) {
      await paintAs(page, scheme);
      const path = fileURLToPath(new URL(`${name}-${scheme}-${width}.png`, folder));
      // What lies over the page has the size of the screen; all else is shown in its full length.
      const isCovered = await page.evaluate(() => {
        scrollTo(0, 0);
        return document.querySelector("dialog[open], [role='dialog'][aria-modal='true']") !== null;
      });
      if (!isCovered) await standing(page);
      await page.screenshot({ path, fullPage: !isCovered, animations: "disabled" });
      taken++;
    }
  } finally {
    await leave();
  }
}

function nameOf({ as, seed }: Screen): string {
  return as === null ? "visitor" : seed === "long" ? "long" : as;
}
