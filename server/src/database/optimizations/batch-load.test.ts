import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { batchLoad } from "./batch-load.ts";
import { usePlainTwins } from "./twins.ts";

const squares = async (keys: number[]) => {
  if (keys.includes(13)) throw new Error("no thirteen");
  return new Map(keys.filter((key) => key !== 3).map((key) => [key, key * key]));
};

describe.each([
  { way: "batched", plain: [] },
  { way: "batched, one at a time", plain: [], oneAtATime: true },
  { way: "plain", plain: ["batch-load"] as const },
])("$way", ({ plain, oneAtATime = false }) => {
  test("each who asks at once gets what is theirs, and a failure reaches who asked", async () => {
    usePlainTwins(plain);
    const find = batchLoad(squares, { oneAtATime });
    usePlainTwins([]);
    expect(await Promise.all([1, 2, 3, 4, 1].map(find))).toEqual([1, 4, undefined, 16, 1]);
    await expect(find(13)).rejects.toThrow("no thirteen");
    expect(await find(5)).toBe(25);
  });
});

test("who asks in one turn is answered by one call, each by what is theirs; nothing is remembered", async () => {
  const calls: number[][] = [];
  let factor = 10;
  const find = batchLoad(async (keys: number[]) => {
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
  const find = batchLoad(async (keys: number[]) => {
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
  const find = batchLoad(async (keys: number[]) => {
    if (isBroken) throw new Error("no database");
    return new Map(keys.map((key) => [key, key]));
  });
  await expect(Promise.all([find(1), find(2)])).rejects.toThrow("no database");
  isBroken = false;
  expect(await find(1)).toBe(1);
});

test("one at a time: who asks while a call is under way is found together when it has ended, also when it failed", async () => {
  const calls: number[][] = [];
  const gates: (() => void)[] = [];
  const find = batchLoad(
    async (keys: number[]) => {
      calls.push(keys);
      await new Promise<void>((open) => gates.push(open));
      if (keys.includes(1)) throw new Error("no database");
      return new Map(keys.map((key) => [key, key]));
    },
    { oneAtATime: true },
  );
  const early = find(1).catch((error: Error) => error.message);
  for (let i = 0; i < 3; i++) await turn();
  const late = [find(2), find(3)];
  for (let i = 0; i < 3; i++) await turn();
  late.push(find(4));
  expect(calls).toEqual([[1]]);
  gates[0]?.();
  expect(await early).toBe("no database");
  for (let i = 0; i < 3; i++) await turn();
  gates[1]?.();
  expect(await Promise.all(late)).toEqual([2, 3, 4]);
  expect(calls).toEqual([[1], [2, 3, 4]]);
});
