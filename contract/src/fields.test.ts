import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { email, line, name, optionalLine, optionalName, paragraphs, text, username } from "./fields.ts";
import { api } from "./index.ts";
import { issueSentence } from "./issue.ts";
import { usernameKey } from "./typed-text.ts";

const refusals = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map((issue) => issueSentence(issue, "en")) ?? [];
const takes = (schema: z.ZodMiniType, value: unknown) => refusals(schema, value).length === 0;

/** As many accents on one letter. */
const accents = (count: number) => `a${"\u0301".repeat(count)}`;
const unseen = [
  ["Hangul filler", "\u3164"],
  ["half-width Hangul filler", "\uFFA0"],
  ["Hangul jamo fillers", "\u115F\u1160"],
  ["Mongolian variation selectors", "\u180B\u180C\u180D\u180E\u180F"],
  ["zero-width spaces", "\u200B\u200B"],
  ["a word joiner", "\u2060"],
  ["soft hyphens", "\u00AD\u00AD"],
  ["direction marks", "\u200E\u200F\u061C"],
  ["variation selectors", "\uFE00\uFE0E\uFE0F"],
  ["tags", "\u{E0041}\u{E0042}"],
  ["a grapheme joiner", "\u034F\u034F\u034F"],
  ["joiners alone", "\u200C\u200D"],
  ["Braille blanks", "\u2800\u2800\u2800"],
] as const;

describe("usernames that imitate another", () => {
  const mixed = "Write the name in one alphabet: letters of two that look alike mislead people";
  test.each([
    ["Cyrillic а", "\u0430dmin"],
    ["Cyrillic і", "adm\u0456n"],
    ["Greek α", "\u03b1dmin"],
    ["Greek ι", "adm\u03b9n"],
    ["Armenian ո", "admi\u0578"],
    ["Cherokee Ꭰ", "\u13a0dmin"],
    ["Coptic ⲁ", "\u2c81dmin"],
    ["Lisu ꓲ", "adm\ua4f2n"],
    ["Cyrillic in an Arabic name", "\u0646\u0648\u0631\u0430"],
  ])("by %s are refused", (_how, value) => expect(refusals(username, value)).toEqual([mixed]));

  test.each([
    "admin",
    "Ünsal_K",
    "đặng",
    "أحمد",
    "پرویز",
    "ٹیپو",
    "أحمد_PS5",
    "админ",
    "Ελένη",
    "サクラsan",
    "ⴰⵎⴰⵣⵉⵖ",
    "שלום",
    "प्रिया",
  ])("as %s are names", (value) => expect(refusals(username, value)).toEqual([]));

  test("are let through by a check that knows letters alone (broken twin)", () =>
    expect(/^[\p{L}\p{M}\p{Nd}._-]{3,40}$/u.test("\u0430dmin")).toBe(true));
});

describe("usernames", () => {
  test.each([
    "نورة",
    "نُورَةٌ",
    "مُحَمَّدٌ",
    "Noura.نورة١",
    "josé",
    "jose\u0301",
    "Nguyễn".normalize("NFD"),
    "नमस्ते",
    "สวัสดี",
    "abc",
    "a-1",
    "محمـــد",
    "123",
  ])("%s is one", (value) => expect(refusals(username, value)).toEqual([]));

  test.each(unseen)("%s are none, neither alone nor hidden in a name", (_name, value) => {
    for (const hidden of [value.repeat(3), `no${value}ura`, `${value}noura`]) {
      expect(refusals(username, hidden)).toHaveLength(1);
    }
  });

  test.each([
    ["tatweel alone", "ـــ", "Write at least one letter or digit"],
    ["dots alone", "...", "Write at least one letter or digit"],
    ["marks alone", "\u064E\u064E\u064E", "One letter carries too many marks"],
    ["a heap of accents", accents(39), "One letter carries too many marks"],
    ["five marks on one letter", `noura${accents(5)}`, "One letter carries too many marks"],
  ])("%s are none", (_name, value, sentence) => expect(refusals(username, value)).toEqual([sentence]));

  test("bear up to four marks on a letter", () => expect(takes(username, `noura${accents(4)}`)).toBe(true));

  test.each([
    "<b>x</b>@ex.com",
    '"><img@x.y',
    "a@b",
    "a b@mail.example",
    "a@b@mail.example",
    "a..b@mail.example",
    "@mail.example",
    "a@-.x",
    `${"a".repeat(250)}@b.co`,
  ])("%s is no email and so no username either", (value) => {
    expect(takes(email, value)).toBe(false);
    expect(refusals(username, value)).not.toEqual([]);
  });

  test("a whole email is one, just when the email field takes it", () => {
    for (const value of ["noura@mail.example", "N.O'ura+1@mail.example.co"]) {
      expect([takes(email, value), takes(username, value)]).toEqual([true, true]);
    }
  });

  test("have a key that is never empty and knows nothing of what is not seen", () => {
    expect(usernameKey("no\u200Bura\u3164\uFE0F")).toBe(usernameKey("NOURA"));
    expect(usernameKey("Straße")).toBe(usernameKey("STRASSE"));
    expect(usernameKey("σας-σαςα")).toBe(usernameKey("ΣΑΣ-ΣΑΣΑ"));
    for (let code = 0; code < 0x11_0000; code++) {
      const letter = String.fromCodePoint(code);
      // What has no meaning, or one of somebody's own, is no letter of a name.
      if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(letter)) continue;
      const value = letter.repeat(3);
      if (usernameKey(value) === "" && takes(username, value)) expect.fail(`U+${code.toString(16)} has an empty key`);
    }
  });
});

describe("lines that people see", () => {
  const lines = { line: line(80), optionalLine: optionalLine(80), name: name(80), optionalName: optionalName(80) };

  test.each(Object.entries(lines))("%s takes what people write", (_name, schema) => {
    for (const value of [
      "ليلة الأبطال",
      "مُحَمَّدٌ",
      "می‌خواهم",
      "क्‍ष",
      "Night ❤️",
      "أبطال 🏳️‍🌈 👩🏽‍🚀 👨‍👩‍👧",
      "1️⃣ أولى",
      "jose\u0301",
      "C++ و #1",
    ]) {
      expect(refusals(schema, value), value).toEqual([]);
    }
  });

  test.each(Object.entries(lines))("%s takes nothing that is not seen and nothing that overflows", (_name, schema) => {
    for (const [what, value] of unseen) {
      for (const hidden of [value, `نو${value}رة`]) {
        expect(refusals(schema, hidden), what).toEqual(["Contains characters that cannot be seen, remove them"]);
      }
    }
    expect(refusals(schema, accents(5))).toEqual(["One letter carries too many marks"]);
    expect(refusals(schema, `a${"\u0301\u0301\u0301\u200D".repeat(9)}b`)).toEqual([
      "One letter carries too many marks",
    ]);
    expect(refusals(schema, `a${"\u200D\u200D"}b`)).toEqual(["Contains characters that cannot be seen, remove them"]);
  });

  test("several of them take line breaks and emoji, and nothing that turns the direction", () => {
    expect(refusals(paragraphs(80), "أعجبتني\r\n\tالأجنحة 👩🏽‍🚀 ❤️")).toEqual([]);
    for (const value of [
      "a\u202Eb",
      "a\u2067b",
      "a\u0000b",
      "a\u001Bb",
      "a\u2028b",
      "a\u2029b",
      "\uD800a",
      "a\uDE00b",
    ]) {
      expect(refusals(paragraphs(80), value)).toEqual(["Contains characters that are not allowed"]);
      expect(refusals(line(80), value)).toContain("Contains characters that are not allowed");
    }
    expect(refusals(paragraphs(80), " \n ")).toEqual(["Value is required"]);
    expect(refusals(paragraphs(80), "\u3164\u200B\u00AD")).toEqual([
      "Contains characters that cannot be seen, remove them",
    ]);
    expect(refusals(paragraphs(99), accents(80))).toEqual(refusals(line(99), accents(80)));
  });

  test("longer texts take whatever PostgreSQL keeps as it was sent", () => {
    expect(refusals(text(80), "<p>\u202Eأ 🎮\n</p>")).toEqual([]);
    for (const value of ["a\u0000", "\uD800a", "a\uDE00b", "\uDE00\uD83C"]) {
      expect(refusals(text(80), value)).toEqual(["Contains characters that are not allowed"]);
    }
  });

  test("a title may be of signs alone, a name may not", () => {
    for (const value of ["🎮", "***", "★"]) {
      expect(refusals(lines.line, value)).toEqual([]);
      expect(refusals(lines.name, value)).toEqual(["Write at least one letter or digit"]);
    }
    expect(refusals(lines.name, "ـــ")).toEqual(["Write at least one letter or digit"]);
    expect(refusals(lines.line, "\uE000\u{10FFFE}")).toEqual(["Contains characters that cannot be seen, remove them"]);
    expect(refusals(lines.line, "  ")).toEqual(["Value is required"]);
    expect(refusals(lines.optionalName, " ")).toEqual([]);
    expect(refusals(lines.optionalLine, "")).toEqual([]);
  });

  test.each([
    ["the title of a ticket", api.tickets.update.body, "title"],
    ["the name of an event", api.tickets.update.body, "eventName"],
    ["whom an invitation is for", api.tickets.create.body, "ticketInviter"],
    ["a category's name", api.categories.create.body, "name"],
    ["a category's new name", api.categories.update.body, "name"],
    ["a person's name", api.profiles.update.body, "name"],
    ["a Riot ID", api.profiles.update.body, "riotId"],
    ["a gate", api.scans.entry.body, "gate"],
    ["a username of an administrator's making", api.users.update.body, "username"],
    ["a username of one's own", api.auth.register.body, "username"],
  ])("%s is one of them", (_name, body, field) => {
    const issues = z.safeParse(body, { [field]: "\u200B\u200B\u200B" }).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0])).toContain(field);
  });
});

test("nothing else is looked for in what is too long: it would take milliseconds of everybody's time", () => {
  const long = "\uFDFA".repeat(5_000);
  for (const schema of [name(80), optionalName(80), username, line(80), optionalLine(60), paragraphs(2000)]) {
    const began = performance.now();
    for (let n = 0; n < 100; n++) z.safeParse(schema, long);
    expect(performance.now() - began).toBeLessThan(60);
  }
});
