import fc from "fast-check";
import { expect, test } from "vitest";
import { xssPayloads } from "../../../e2e/xss-corpus.ts";
import { dangersOf, seenText } from "../../test/inert.ts";
import { cleanHtml } from "./html.ts";

const payloads = xssPayloads({ run: "canary(1)", host: "off.example" });

test("the corpus has 150 payloads and more, no two alike", () => {
  expect(payloads.length).toBeGreaterThanOrEqual(150);
  expect(new Set(payloads).size).toBe(payloads.length);
});

test("the judge finds what is dangerous in the corpus, so that its silence means something", () => {
  expect(payloads.filter((payload) => dangersOf(payload).length > 0).length).toBeGreaterThan(250);
  expect(dangersOf("<a href='java\tscript:x'>x</a>")).not.toEqual([]);
  expect(dangersOf("<p onclick=x>x</p>")).not.toEqual([]);
});

test("nothing is left of any payload that could run, load or restyle; cleaning again changes nothing", () => {
  for (const payload of payloads) {
    const clean = cleanHtml(payload);
    expect(dangersOf(clean), payload).toEqual([]);
    expect(cleanHtml(clean), payload).toBe(clean);
  }
});

test("nor of two payloads of which one stands within the other", () => {
  const one = fc.constantFrom(...payloads);
  fc.assert(
    fc.property(one, one, fc.double({ min: 0, max: 1, noNaN: true }), (outer, inner, where) => {
      const at = Math.floor(outer.length * where);
      const clean = cleanHtml(outer.slice(0, at) + inner + outer.slice(at));
      expect(dangersOf(clean)).toEqual([]);
    }),
    { numRuns: 600 },
  );
});

test("nor of a tag that was broken by another, whose rest looks like an address", () => {
  const broken = "<a href=<script>canary(1)</script>'javascript:canary(1)'>x</a>";
  expect(dangersOf(cleanHtml(broken))).toEqual([]);
  expect(cleanHtml("<a href='javascript:canary(1)'>x</a>")).toBe("x");
});

test.for([
  "5 < 6 & 7",
  "دخول كل أجنحة الألعاب\nوجبة ومشروب\r\n\nمقعد في المدرج",
  "a<b",
  "x<y and y>z",
  "<مجانا> نعم & 3 > 2 <3",
  "Tom & Jerry; 100 & 200 &",
  "\"اقتباس\" و 'آخر' — «هكذا»",
  "٥ < ٦",
])("text that is no markup stays to the letter: %s", (text) => {
  expect(seenText(cleanHtml(text))).toBe(text.replaceAll("\r\n", "\n"));
});

test("any text without tags and entities is seen as it was written, and stored so", () => {
  const letters = fc.constantFrom(..."abc ابج ٣ 5 < > & ; \" ' \n = / - # !".split(""));
  fc.assert(
    fc.property(fc.string({ unit: letters }), (text) => {
      fc.pre(!/<[a-z/!?]|&[a-z#]/i.test(text));
      expect(cleanHtml(text)).toBe(text);
      expect(seenText(text)).toBe(text);
    }),
  );
});

test("what the dashboard's writers need is kept", () => {
  const html = '<h3>قواعد</h3><ul><li dir="rtl"><strong>مهم</strong> &amp; <em>جديد</em></li></ul>';
  expect(cleanHtml(html)).toBe(html);
  expect(cleanHtml('<a href="https://saha.example/a?b=1&amp;c=2" target=_blank class=x>x</a>')).toBe(
    '<a href="https://saha.example/a?b=1&amp;c=2" rel="noopener noreferrer">x</a>',
  );
});

test("4,000 letters of anything take no longer than a blink", () => {
  for (const part of ["<", "<a ", "<b><", "&lt", "<!--", "<a href='", "<svg><style>", "<p>", '"<'.repeat(2)]) {
    const before = process.cpuUsage();
    cleanHtml(part.repeat(4000 / part.length));
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  }
});
