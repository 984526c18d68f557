import { expect, test } from "vitest";
import { endsInDigits } from "./table-cells.tsx";

test("an Arabic text with a number behind its words is cut between words", () => {
  expect(["ساحة اللعب 2026", "ساحة اللعب", "Arena 2026", "2026"].map(endsInDigits)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
