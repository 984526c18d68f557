import { describe, expect, test } from "vitest";
import { paceOf, packLine, placeIn, waitAt } from "./queue-words.ts";

describe("a line as it travels", () => {
  test.each([
    [[], []],
    [[4], [4, 4]],
    [
      [1, 2, 3, 7],
      [1, 3, 7, 7],
    ],
    [
      [2, 4, 5, 6, 9, 10],
      [2, 2, 4, 6, 9, 10],
    ],
  ])("%j is packed as %j", (numbers, line) => {
    expect(packLine(numbers)).toEqual(line);
  });

  test("tells each number its place, and every other that it has none, whoever has left", () => {
    for (let left = 0; left < 512; left++) {
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => !(left & (1 << (number - 1))));
      for (let number = 0; number <= 10; number++) {
        const index = numbers.indexOf(number);
        expect(placeIn(packLine(numbers), number)).toBe(index < 0 ? null : index + 1);
      }
    }
  });
});

describe("the forecast", () => {
  test("says nothing before three starts", () => {
    expect(paceOf([0, 10])).toBeNull();
    expect(waitAt(1, null)).toBeNull();
    expect(paceOf([0, 10, 30])).toEqual({ gap: 15, spread: 5, gaps: 2 });
  });

  test("is the median gap: one long game does not move it", () => {
    expect(paceOf([0, 5, 10, 15, 60])?.gap).toBe(5);
  });

  test("is a range of whole fives that holds the gap times the place, and wider the further back and the wilder the gaps", () => {
    for (const gap of [0.5, 3, 7.5, 20]) {
      let before = 0;
      for (let slot = 1; slot <= 200; slot++) {
        const [even, wild] = [waitAt(slot, { gap, spread: 0, gaps: 9 }), waitAt(slot, { gap, spread: gap, gaps: 9 })];
        if (!even || !wild) throw new Error("no forecast");
        for (const { from, to } of [even, wild]) {
          expect([from % 5, to % 5, from < to, from <= gap * slot, to >= gap * slot]).toEqual([0, 0, true, true, true]);
        }
        expect(wild.to - wild.from).toBeGreaterThanOrEqual(even.to - even.from);
        expect(wild.to).toBeGreaterThanOrEqual(before);
        before = wild.to;
      }
    }
  });
});
