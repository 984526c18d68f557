import { expect, test } from "vitest";
import { compareCells } from "./sort.ts";

test("thousands of long texts, made to be alike for a reader, are sorted at once", () => {
  const letter = "\u0622\u0F71\u0F7D\u{1E028}\u0F81";
  const text = (n: number) => `${n % 2 ? "A" : "a"}${letter.repeat(330)}${n}`;
  const texts = Array.from({ length: 1_000 }, (_, n) => text((n * 7919) % 1_000));
  const began = performance.now();
  const sorted = [...texts].sort(compareCells);
  const quick = performance.now() - began;
  expect(new Set(sorted)).toEqual(new Set(texts));
  expect(sorted).toEqual([...sorted].reverse().sort(compareCells));
  // By whole texts (broken twin), a tenth of them.
  const { compare } = new Intl.Collator(["ar", "en"], { numeric: true, sensitivity: "base" });
  const since = performance.now();
  texts.slice(0, 100).sort(compare);
  expect((performance.now() - since) * 10).toBeGreaterThan(quick);
});

test("texts that differ far behind are ordered by what is there", () => {
  const long = "ا".repeat(100);
  expect([`${long}ب`, `${long}أ`, long].sort(compareCells)).toEqual([long, `${long}أ`, `${long}ب`]);
  expect(compareCells(`A${long}`, `a${long}`)).toBe(0);
});
