import type { BoardGame } from "@saha/contract";
import { expect, test } from "vitest";
import { fit, numberText, renewCalls } from "./calls.ts";

const game = (id: number, called: number[]): BoardGame => ({
  id,
  shortName: `G${id}`,
  playing: [],
  called,
  next: [],
  waiting: 0,
  wait: null,
});
const numbers = (calls: { gameId: number; number: number }[]) => calls.map(({ gameId, number }) => [gameId, number]);

test("the newest call stands first, and only what is new is announced", () => {
  const first = renewCalls([], [game(1, [4]), game(2, [])]);
  expect(numbers(first.fresh)).toEqual([[1, 4]]);
  const second = renewCalls(first.calls, [game(1, [4]), game(2, [9])]);
  expect(numbers(second.fresh)).toEqual([[2, 9]]);
  expect(numbers(second.calls)).toEqual([
    [2, 9],
    [1, 4],
  ]);
});

test("who has begun to play is called no more; a number of another game is another call", () => {
  const { calls } = renewCalls([], [game(1, [4, 5]), game(2, [4])]);
  const after = renewCalls(calls, [game(1, [5]), game(2, [4])]);
  expect(numbers(after.calls)).toEqual([
    [2, 4],
    [1, 5],
  ]);
  expect(after.fresh).toEqual([]);
});

test("numbers have three digits at least", () => expect([7, 1047].map(numberText)).toEqual(["007", "1047"]));

test("numbers of more digits are as wide as those of three", () => {
  expect([[7], [], [999, 1000], [10_000, 7], [1, 2, 10_000]].map((numbers) => fit(numbers))).toEqual(
    [1, 1, 3 / 4, 3 / 5, 1].map((ratio) => ({ "--fit": ratio })),
  );
});
