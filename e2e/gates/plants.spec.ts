import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Language } from "@saha/contract";
import { screens } from "../screens/all.ts";
import type { Screen } from "../screens/screen.ts";
import { say } from "../text.ts";
import { lookOf, type Opened } from "../visitor.ts";
import { axeFaults } from "./axe.ts";
import { faintTexts } from "./contrast.ts";
import { firstLoad, maxCode } from "./first-load.ts";
import { misfits, smallTargets } from "./fit.ts";
import { cutInk } from "./ink.ts";
import { expectTrapped, stopsOf } from "./keyboard.ts";
import { outlineFaults } from "./outline.ts";
import { shiftsOf } from "./shift.ts";
import { test } from "./walk.ts";
import { strangeWords } from "./words.ts";

const login = screens.find(({ name }) => name === "login") as Screen;

type Seed = { tag: string; text?: string; style?: string; attributes?: Record<string, string>; within?: string };
type Plant = { fault: string; seed: Seed; find: (page: Page, language: Language) => Promise<string[]>; found: RegExp };

const words = (page: Page, language: Language) => strangeWords(page, language, []);
const outline = (page: Page, language: Language) => outlineFaults(page, language, say("app_name", language));

const plants: Record<Language, Plant[]> = {
  ar: [
    { fault: "a picture without words", seed: { tag: "img" }, find: (page) => axeFaults(page), found: /image-alt/ },
    {
      fault: "white letters that a gradient runs away under",
      seed: { tag: "p", text: "مغروس", style: "color:#fff;background:linear-gradient(90deg,#000,#fff)" },
      find: faintTexts,
      found: /مغروس/,
    },
    {
      fault: "a line wider than the phone",
      seed: { tag: "p", text: "مغروس", style: "inline-size:600px" },
      find: misfits,
      found: /مغروس/,
    },
    {
      fault: "a word that is cut off",
      seed: { tag: "p", text: "مقصوصة من طرفها", style: "inline-size:40px;overflow:hidden;white-space:nowrap" },
      find: misfits,
      found: /مقصوصة/,
    },
    {
      fault: "a text box that cuts its letters",
      seed: { tag: "input", attributes: { "aria-label": "مقصوص", style: "font: 20px/1 Tahoma, sans-serif" } },
      find: cutInk,
      found: /typed/,
    },
    {
      fault: "a line that is lower than its letters",
      seed: {
        tag: "p",
        text: "القحطانيّ جإآ",
        style: "block-size:14px;overflow:hidden;font-size:20px;line-height:14px",
      },
      find: cutInk,
      found: /القحطاني.*cut off/,
    },
    {
      fault: "a chip whose end lies behind the edge of its cell",
      seed: {
        tag: "span",
        text: "نشط",
        style: "display:inline-block;min-inline-size:90px;background:#ddd",
        within: "inline-size:60px;overflow:hidden",
      },
      find: misfits,
      found: /نشط.*cut off by/,
    },
    {
      fault: "a button for mice",
      seed: { tag: "button", text: "مغروس", style: "block-size:20px" },
      find: smallTargets,
      found: /مغروس/,
    },
    { fault: "an English word", seed: { tag: "p", text: "احجز Ticket الآن" }, find: words, found: /Ticket/ },
    {
      fault: "a key in place of a sentence",
      seed: { tag: "p", text: "auth_login_title" },
      find: words,
      found: /auth_/,
    },
    { fault: "a value that never came", seed: { tag: "p", text: "أهلًا undefined" }, find: words, found: /undefined/ },
    { fault: "a second title", seed: { tag: "h1", text: "مغروس" }, find: outline, found: /2 headings/ },
    {
      fault: "a leap of headings",
      seed: { tag: "h4", text: "مغروس" },
      find: (page) => axeFaults(page),
      found: /heading-order/,
    },
    { fault: "a nameless landmark", seed: { tag: "nav", text: "مغروس" }, find: outline, found: /nav has no name/ },
  ],
  en: [
    { fault: "an Arabic word", seed: { tag: "p", text: "Reserve الآن" }, find: words, found: /الآن/ },
    {
      fault: "a placeholder that was not filled",
      seed: { tag: "p", text: "Hello {name}" },
      find: words,
      found: /\{name\}/,
    },
  ],
};

for (const language of ["ar", "en"] as const) {
  test(`each gate sees the fault that was planted for it (${language})`, async ({ stage }) => {
    const { page } = await stage.open(login, lookOf(language, "light", 390));
    try {
      for (const { fault, seed, find, found } of plants[language]) {
        await plant(page, seed);
        expect((await find(page, language)).join("\n"), fault).toMatch(found);
        await page.evaluate(() => document.querySelector("#planted")?.remove());
      }
    } finally {
      await page.close();
    }
  });
}

test("what moves by itself, asks others or breaks is seen", async ({ stage }) => {
  const { page, faults }: Opened = await stage.open(login, lookOf("ar", "light", 390));
  expect(await shiftsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    const late = document.createElement("div");
    late.style.blockSize = "120px";
    document.querySelector("main")?.prepend(late);
  });
  await page.waitForTimeout(100);
  expect(await shiftsOf(page)).not.toEqual([]);
  await page.evaluate(() => fetch("https://off.example/").catch(() => {}));
  await expect.poll(() => faults.join()).toMatch(/off\.example/);
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error("planted"))));
  await expect.poll(() => faults.join()).toMatch(/planted/);
  await page.close();
});

test("a focus that is not seen and a dialog that lets it out are seen", async ({ stage }) => {
  const { page } = await stage.open(login, lookOf("ar", "light", 390));
  await expect(expectTrapped(page, page.locator("form"))).rejects.toThrow(/stays in the dialog/);
  await page.addStyleTag({ content: "*:focus { outline: none !important; border-color: inherit !important; }" });
  await expect(stopsOf(page)).rejects.toThrow(/the same with the focus/);
  await page.close();
});

test("a first load that has grown is seen", async ({ browser, stage }) => {
  const server = await stage.server("demo");
  const { code } = await firstLoad(browser, server, { path: "/login", as: null, language: "ar" }, async (context) => {
    await context.route(/\/assets\/index-.*\.js$/, async (route) => {
      const answer = await route.fetch();
      // Not base64, where by chance the socket's code would seem to begin.
      const body = `${await answer.text()}\n//${randomBytes(80_000).toString("hex")}`;
      await route.fulfill({ response: answer, body });
    });
  });
  expect(code).toBeGreaterThan(maxCode);
});

/** Puts an element at the end of the open screen. */
function plant(page: Page, seed: Seed): Promise<void> {
  return page.evaluate(({ tag, text, style, attributes, within }) => {
    const element = document.createElement(tag);
    element.id = "planted";
    element.textContent = text ?? "";
    element.style.cssText = style ?? "";
    for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
    const around = document.createElement("div");
    around.style.cssText = within ?? "display:contents";
    around.append(element);
    document.querySelector("main")?.append(around);
  }, seed);
}
