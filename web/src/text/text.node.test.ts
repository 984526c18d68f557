import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Plural = { declarations: string[]; selectors: string[]; match: Record<string, string> };
type Texts = Record<string, string | [Plural]>;

const read = (language: string, file: string): Texts =>
  JSON.parse(readFileSync(new URL(`./${language}/${file}`, import.meta.url), "utf8"));
const filesOf = (language: string) => readdirSync(new URL(`./${language}/`, import.meta.url)).sort();

/** Every plural form that the language has, by its own rules. */
const forms = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();

/** What is filled in at run time. */
const inputs = (text: string) => [...text.matchAll(/(?<!\\)\{(\w+)\}/g)].map(([, name]) => name).toSorted();

const variants = (entry: Texts[string]): string[] =>
  typeof entry === "string" ? [entry] : Object.values(entry[0].match);

test("both languages have the same files", () => {
  expect(filesOf("en")).toEqual(filesOf("ar"));
  expect(filesOf("ar").length).toBeGreaterThan(0);
});

test("no key stands in two files, where the later would win in silence", () => {
  const keys = filesOf("ar").flatMap((file) => Object.keys(read("ar", file)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

describe.each(filesOf("ar"))("%s", (file) => {
  const arabic = read("ar", file);
  const english = read("en", file);

  test("has the same keys in both languages", () => {
    expect(Object.keys(english).toSorted()).toEqual(Object.keys(arabic).toSorted());
  });

  test("has every plural form of each language", () => {
    for (const [language, texts] of [
      ["ar", arabic],
      ["en", english],
    ] as const) {
      for (const [key, entry] of Object.entries(texts)) {
        if (typeof entry === "string" || !entry[0].declarations.some((line) => /: plural\b/.test(line))) continue;
        const given = Object.keys(entry[0].match).map((branch) => branch.replace(/^\w+=/, ""));
        expect(given.toSorted(), `${language} ${key}`).toEqual(forms(language));
      }
    }
  });

  test("asks for the same values in both languages and leaves no sentence empty", () => {
    for (const [key, entry] of Object.entries(arabic)) {
      const ofArabic = variants(entry);
      const ofEnglish = variants(english[key] ?? "");
      for (const text of [...ofArabic, ...ofEnglish]) expect(text.trim(), key).not.toBe("");
      const all = (texts: string[]) => [...new Set(texts.flatMap(inputs))].toSorted();
      expect(all(ofEnglish), key).toEqual(all(ofArabic));
    }
  });

  test("is Arabic on the Arabic side and has no Arabic on the English side", () => {
    for (const [key, entry] of Object.entries(arabic)) {
      for (const text of variants(entry)) {
        if (/\p{L}/u.test(text.replace(/\{\w+\}/g, ""))) expect(text, key).toMatch(/\p{Script=Arabic}/u);
      }
    }
    for (const [key, entry] of Object.entries(english)) {
      for (const text of variants(entry)) expect(text, key).not.toMatch(/\p{Script=Arabic}/u);
    }
  });
});

/** What a reader of Arabic corrected; one word for one thing, in every file (arabic.md of the product's pages). */
const corrected = [
  "أو اكتب الرمز المكتوب",
  "أصبحت «",
  "أرني تذكرتي",
  "تُرجع تذكرتك؟",
  "جاهزة للدخول",
  "سُجّل دخولك",
  "استُخدمت بالكامل",
  "لا تصلح لمسح آخر",
  "أبقِ القديمة",
  "معي رمز",
  "لا مستخدمين",
  "مسح الطعام",
  // A theme is an identity; who is signed out is not said to leave a device.
  "مظهر الجناح",
  "هذا المظهر",
  "يخرج من كل أجهزته",
  "يخرج فورًا",
  "المسؤول",
  "سجل التدقيق",
  "ممهَل",
];

/** A word that ends in a mark, or in «لًا»; what an Arabic comma follows is drawn right. */
const raised = /(?:[\u064B-\u0652]|لًا)(?![\p{L}\p{M}،؛])/u;
/**
 * Whose mark lies so near its usual place that nobody sees the shift, or which no comma, mark or other word can
 * replace.
 */
const level = /لديّ|نادِ|أنهِ|يُجرَ|أخفِ/g;

test("no Arabic sentence says again what a reader corrected, or has a word that some browsers draw too high or low", () => {
  const ofServer = (file: string) =>
    [
      ...readFileSync(new URL(`../../../server/src/text/${file}.ts`, import.meta.url), "utf8").matchAll(
        /"([^"]+)"|`([^`]+)`/g,
      ),
    ].map(([, quoted, filled]) => quoted ?? filled ?? "");
  // A mail is drawn in another font.
  const ofMails = ofServer("mail");
  const sentences = [
    ...filesOf("ar").flatMap((file) => Object.values(read("ar", file)).flatMap(variants)),
    ...["ar", "news", "queue-news"].flatMap(ofServer),
    ...ofMails,
  ];
  expect(sentences.filter((text) => corrected.some((phrase) => text.includes(phrase)))).toEqual([]);
  const drawn = sentences.filter((text) => !ofMails.includes(text)).map((text) => text.replace(level, ""));
  expect(drawn.filter((text) => raised.test(text))).toEqual([]);
});

test("a new password needs eight letters wherever a screen says how many", () => {
  const told = ["ar", "en"].flatMap((language) =>
    filesOf(language).flatMap((file) => Object.values(read(language, file)).flatMap(variants)),
  );
  const rules = told.filter((text) => /\d+ (أحرف|characters)/.test(text));
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((text) => !/\b8 (أحرف|characters)/.test(text))).toEqual([]);
});
