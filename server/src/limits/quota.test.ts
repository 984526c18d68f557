import { expect, test } from "vitest";
import { Problem } from "../errors/problem.ts";
import { openQuota } from "./quota.ts";

const isDone = (code?: string): boolean => code === undefined;

/** How often something may still be done with a quota of five, after `work` was tried four times. */
async function leftAfter(work: () => Promise<unknown>, isSpent = isDone): Promise<number> {
  const quota = openQuota(undefined, { name: "tests", points: 5, duration: 3600, code: "request.too_many" });
  for (let n = 0; n < 4; n++) await quota.spend(1, work, isSpent).catch(() => {});
  let left = 0;
  for (let isRefused = false; !isRefused; left++) {
    isRefused = await quota.spend(1, async () => false, isSpent).catch(({ code }) => code === "request.too_many");
  }
  return left - 1;
}

test("what is done costs a use, what is refused does not", async () => {
  expect(await leftAfter(async () => {})).toBe(1);
  expect(await leftAfter(async () => Promise.reject(new Problem("ticket.sold_out")))).toBe(5);
});

test("what the database failed at costs none, but where every try does", async () => {
  const fail = async () => Promise.reject(new Error("canceling statement due to lock timeout"));
  expect(await leftAfter(fail)).toBe(5);
  expect(await leftAfter(fail, () => true)).toBe(1);
});
