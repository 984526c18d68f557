import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { gathered } from "./gathered.ts";

test("who asks in one turn is answered by one call, each by what is theirs; nothing is remembered", async () => {
  const calls: number[][] = [];
  let factor = 10;
  const find = gathered(async (keys: number[]) => {
    calls.push(keys);
    return new Map(keys.filter((key) => key !== 3).map((key) => [key, key * factor]));
  });
  expect(await Promise.all([find(1), find(2), find(3), find(1)])).toEqual([10, 20, undefined, 10]);
  factor = 100;
  expect(await find(1)).toBe(100);
  expect(calls).toEqual([[1, 2, 3], [1]]);
});

test("who asks while a call is under way is answered by a later one", async () => {
  let answer = 1;
  const gates: (() => void)[] = [];
  const find = gathered(async (keys: number[]) => {
    const now = answer;
    await new Promise<void>((open) => gates.push(open));
    return new Map(keys.map((key) => [key, now]));
  });
  const early = find(1);
  await turn();
  answer = 2;
  const late = find(1);
  await turn();
  for (const open of gates) open();
  expect(await Promise.all([early, late])).toEqual([1, 2]);
});

test("a failure fails those who asked for it, and nobody after them", async () => {
  let isBroken = true;
  const find = gathered(async (keys: number[]) => {
    if (isBroken) throw new Error("no database");
    return new Map(keys.map((key) => [key, key]));
  });
  await expect(Promise.all([find(1), find(2)])).rejects.toThrow("no database");
  isBroken = false;
  expect(await find(1)).toBe(1);
});
