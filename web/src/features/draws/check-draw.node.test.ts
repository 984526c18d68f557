import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkDraw, isProven } from "./check-draw.ts";

const hash = (of: Buffer | string) => createHash("sha256").update(of).digest("hex");

/** A draw as the recipe of the rules makes it, written with the libraries of Node alone. */
function draw(ids: number[], seed = randomBytes(32)) {
  const list = ids.join("\n");
  const listHash = hash(list);
  const n = BigInt(ids.length);
  const fair = ((1n << 64n) / n) * n;
  for (let c = 0; ; c++) {
    const v = createHmac("sha256", seed).update(`${listHash}:${c}`).digest().readBigUInt64BE(0);
    if (v >= fair) continue;
    return { seed: seed.toString("hex"), seedHash: hash(seed), list, listHash, winnerEntryId: ids[Number(v % n)] ?? 0 };
  }
}

test("a draw by the recipe is proven, whoever took part", () => {
  for (const count of [1, 2, 3, 7, 35, 1000]) {
    const made = draw(Array.from({ length: count }, (_, index) => 3 + index * 2));
    const check = checkDraw(made);
    expect(isProven(check)).toBe(true);
    expect(check.winnerEntryId).toBe(made.winnerEntryId);
  }
});

test("a known draw has a known winner", () => {
  const made = draw([3, 5, 8, 13, 21], createHash("sha256").update("ساحة").digest());
  expect(checkDraw(made).winnerEntryId).toBe(made.winnerEntryId);
  expect(made.seedHash).toBe(hash(Buffer.from(made.seed, "hex")));
});

describe("whoever lies is found out, and at which step", () => {
  const fair = draw([3, 5, 8, 13, 21, 34]);
  const other = fair.winnerEntryId === 3 ? 5 : 3;
  test.each([
    ["another winner", { winnerEntryId: other }, { isWinnerRight: false }],
    ["another seed", { seed: "ab".repeat(32) }, { isSeedRight: false }],
    ["somebody added", { list: "3\n5\n8\n13\n21\n34\n55" }, { isListRight: false }],
    ["somebody left out", { list: "3\n5\n8\n13\n21" }, { isListRight: false }],
    ["another order", { list: "5\n3\n8\n13\n21\n34", listHash: hash("5\n3\n8\n13\n21\n34") }, { isListRight: false }],
    ["one entry twice", { list: "3\n3\n5", listHash: hash("3\n3\n5") }, { isListRight: false }],
  ])("%s", (_lie, change, step) => {
    const check = checkDraw({ ...fair, ...change });
    expect(isProven(check)).toBe(false);
    expect(check).toMatchObject(step);
  });
});
