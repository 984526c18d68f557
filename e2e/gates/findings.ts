import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";
import { drawn, standing } from "../idle.ts";
import type { Screen } from "../screens/screen.ts";
import type { SeededServer } from "../seeds.ts";
import { say } from "../text.ts";
import { lookOf, type Opened, paintAs, type Stage, showIn } from "../visitor.ts";
import { axeFaults } from "./axe.ts";
import { faintTexts } from "./contrast.ts";
import { type Depth, isReadAnew, schemeOf } from "./depth.ts";
import { misfits, smallTargets } from "./fit.ts";
import { cutInk } from "./ink.ts";
import { outlineFaults } from "./outline.ts";
import { shiftsOf } from "./shift.ts";
import { strangeWords } from "./words.ts";

type Note = (gate: string, found: string[]) => void;

/**
 * Everything that any gate finds on a screen, each with the gate's name, not only the first. One page shows it in both
 * languages. Quick: words, targets and fit in both on a phone, and contrast once. Deep: every width, axe, and both
 * schemes besides; colours hang on no language, and elements only on their words, which are read in both.
 */
export async function findingsOn(stage: Stage, screen: Screen, depth: Depth): Promise<string[]> {
  const findings: string[] = [];
  const note: Note = (gate, found) => findings.push(...found.map((one) => `${gate}: ${one}`));
  const isDeep = depth === "deep";
  const isWide = isDeep && screen.only !== "phone";
  const open = (language: Language) =>
    stage.open(screen, lookOf(language, "light", 390), async (page) =>
      note("moved as it opened", await shiftsOf(page)),
    );

  let opened = await open("ar");
  try {
    await read(opened, "ar", note);
    await looks(opened.page, "phone", isDeep ? ["light", "dark"] : [schemeOf(screen)], isDeep, note);
    if (isWide) {
      // Outside the dashboard a laptop shows what a phone shows, in other places.
      const isOther = screen.path.startsWith("/dashboard");
      await resize(opened.page, 1440);
      await looks(opened.page, "laptop", [schemeOf(screen)], isOther, note);
      await resize(opened.page, 768);
      note("fit, 768 px, ar", await misfits(opened.page));
    }
    await resize(opened.page, 320);
    note("fit, 320 px, ar", await misfits(opened.page));

    if (!(await follows(opened))) {
      note("fault", opened.faults);
      if (!isDeep && !isReadAnew(screen)) return findings;
      await opened.leave();
      opened = await open("en");
      await resize(opened.page, 320);
    }
    await read(opened, "en", note);
    note("fit, 320 px, en", await misfits(opened.page));
    if (isWide) {
      await resize(opened.page, 768);
      note("fit, 768 px, en", await misfits(opened.page));
      await resize(opened.page, 1440);
      note("fit, laptop, en", await misfits(opened.page));
    }
    if (isDeep) {
      await resize(opened.page, 390);
      note("fit, phone, en", await misfits(opened.page));
      note("ink, phone, en", await cutInk(opened.page));
    }
    note("fault", opened.faults);
  } finally {
    await opened.leave();
  }
  return findings;
}

/** What hangs on the language and on a thumb. */
async function read({ page, server }: Opened, language: Language, note: Note): Promise<void> {
  note(`words, ${language}`, await strangersOn(page, language, server));
  note(`outline, ${language}`, await outlineFaults(page, language, say("app_name", language)));
  note(`too small, ${language}`, await smallTargets(page));
}

/** What hangs on how the page is drawn; the rest of axe, which hangs on its elements, in the first scheme. */
async function looks(
  page: Page,
  size: string,
  schemes: ("light" | "dark")[],
  withAxe: boolean,
  note: Note,
): Promise<void> {
  note(`fit, ${size}`, await misfits(page));
  note(`ink, ${size}`, await cutInk(page));
  await standing(page);
  if (withAxe) note(`axe, ${size}`, await axeFaults(page));
  for (const scheme of schemes) {
    await paintAs(page, scheme);
    note(`faint, ${size}, ${scheme}`, await faintTexts(page));
  }
}

async function resize(page: Page, width: number): Promise<void> {
  const { height } = lookOf("ar", "light", width);
  await page.setViewportSize({ width, height });
  await drawn(page);
}

/**
 * Whether an open page says everything in English once English is chosen. What the server worded stays in the language
 * before, and what was wrong with a field is forgotten; such a state is brought about anew, of the quick ones a fixed
 * part.
 */
async function follows({ page, server }: Opened): Promise<boolean> {
  const before = await alertsOn(page);
  await showIn(page, "en");
  if ((await alertsOn(page)) !== before) return false;
  return (await strangersOn(page, "en", server)).length === 0;
}

/** Words that are none of the names that people typed; the names are asked for anew only when one seems strange. */
async function strangersOn(page: Page, language: Language, server: SeededServer): Promise<string[]> {
  const known = await strangeWords(page, language, await server.names());
  return known.length === 0 ? known : strangeWords(page, language, await server.names("anew"));
}

function alertsOn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>("[role='alert'], .mantine-InputWrapper-error")].filter(
        (element) => element.checkVisibility() && element.textContent?.trim(),
      ).length,
  );
}
