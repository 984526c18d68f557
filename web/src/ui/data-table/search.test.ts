import { describe, expect, it } from "vitest";
import type { Column } from "./columns.ts";
import { fold, searcher } from "./search.ts";

type Row = { id: number; title: string; code: string };
const rows: Row[] = [
  { id: 1, title: "بطولة أبطال العرب", code: "A-100" },
  { id: 2, title: "ليلة الافتتاح", code: "B-200" },
  { id: 3, title: "كأس القدم للكبار ٢٠٢٦", code: "C-300" },
];
const columns: Column<Row>[] = [
  { id: "id", title: "", value: ({ id }) => id },
  { id: "title", title: "", value: ({ title }) => title },
  { id: "code", title: "", value: ({ code }) => code, text: null },
];
const found = (typed: string) =>
  searcher(rows, columns)
    .find(typed)
    .map(({ id }) => id);

describe("search folds what a person takes for the same letter", () => {
  it.each([
    ["أ إ آ ٱ ا", "ا ا ا ا ا"],
    ["مدرسة", "مدرسه"],
    ["مستوى", "مستوي"],
    ["مسؤول قائد", "مسوول قايد"],
    ["كـــأس", "كاس"],
    ["مُحَمَّدٌ", "محمد"],
    ["١٢٣ ۴۵۶", "123 456"],
    ["ﻻعب", "لاعب"],
    ["ＶＡＬＯＲＡＮＴ", "valorant"],
    ["کیف", "كيف"],
  ])("%s is %s", (typed, same) => {
    expect(fold(typed)).toBe(fold(same));
  });

  it("keeps different words apart", () => {
    expect(fold("كأس")).not.toBe(fold("كلس"));
  });
});

describe("the search", () => {
  it("finds a title typed without its hamza", () => expect(found("ابطال")).toEqual([1]));
  it("finds a title typed with tatweel and marks", () => expect(found("اَلافتـــتاح")).toEqual([2]));
  it("finds Arabic digits by Latin ones", () => expect(found("2026")).toEqual([3]));
  it("wants every word, in any order", () => {
    expect(found("العرب بطولة")).toEqual([1]);
    expect(found("العرب ليلة")).toEqual([]);
  });
  it("finds everything for nothing, in the old order", () => expect(found("  ")).toEqual([1, 2, 3]));
  it("leaves out a column that is not searched", () => expect(found("B-200")).toEqual([]));
  it("stays under 100 ms on 10,000 rows", () => {
    const many = Array.from({ length: 10_000 }, (_, id) => ({ id, title: `تذكرة رقم ${id} لأبطال العرب`, code: "" }));
    const search = searcher(many, columns);
    while (search.prepare());
    const begun = performance.now();
    expect(search.find("ابطال ٩٩٩٩")).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(100);
  });
});
