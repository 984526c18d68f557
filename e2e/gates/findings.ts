import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";
import type { Screen } from "../screens.ts";
import { say } from "../text.ts";
import { drawn, lookOf, paintAs, type Stage, standing } from "../visitor.ts";
import { axeFaults } from "./axe.ts";
import { faintTexts } from "./contrast.ts";
import { misfits, smallTargets } from "./fit.ts";
import { outlineFaults } from "./outline.ts";
import { shiftsOf } from "./shift.ts";
import { strangeWords } from "./words.ts";

const pageOfTitle = new Map<string, string>();

/** Everything that any gate finds, each with the gate's name, not only the first. */
export async function findingsOn(stage: Stage, screen: Screen, language: Language): Promise<string[]> {
  const findings: string[] = [];
  const note = (gate: string, found: string[]) => findings.push(...found.map((one) => `${gate}: ${one}`));
  const look = lookOf(language, "light", 390);
  const { page, world, faults, leave } = await stage.open(screen, look, async (opened) => {
    note("moved while it opened", await shiftsOf(opened));
  });
  try {
    note("words", await strangeWords(page, language, await world.names()));
    note("outline", await outlineFaults(page, language, say("app_name", language)));
    note("title", sharedTitle(await page.title(), new URL(screen.path, world.url).pathname, language));
    note("too small", await smallTargets(page));
    await looks(page, "phone", note);
    await page.setViewportSize({ width: 320, height: 640 });
    await drawn(page);
    note("at 320 px", await misfits(page));
    if (screen.only !== "phone") {
      await page.setViewportSize({ width: 768, height: 1024 });
      await drawn(page);
      note("at 768 px", await misfits(page));
      await page.setViewportSize({ width: 1440, height: 900 });
      await paintAs(page, "light");
      await drawn(page);
      // Outside the dashboard a laptop shows what a phone shows, in other places.
      if (screen.path.startsWith("/dashboard")) await looks(page, "laptop", note);
      else {
        note("fit, laptop", await misfits(page));
        note("faint, laptop, light", await faintTexts(page));
      }
    }
    note("fault", faults);
  } finally {
    await leave();
  }
  return findings;
}

/** What hangs on how the page is drawn, in both schemes; ends in dark. */
async function looks(page: Page, size: string, note: (gate: string, found: string[]) => void): Promise<void> {
  note(`fit, ${size}`, await misfits(page));
  await standing(page);
  note(`axe, ${size}, light`, await axeFaults(page));
  note(`faint, ${size}, light`, await faintTexts(page));
  await paintAs(page, "dark");
  note(`axe, ${size}, dark`, await axeFaults(page, "colours"));
  note(`faint, ${size}, dark`, await faintTexts(page));
}

function sharedTitle(title: string, path: string, language: Language): string[] {
  const key = `${language} ${title}`;
  const other = pageOfTitle.get(key) ?? path;
  pageOfTitle.set(key, path);
  return other === path ? [] : [`“${title}” is the title of ${other} as well`];
}
