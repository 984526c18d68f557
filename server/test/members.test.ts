import { api } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { openServer } from "./harness.ts";

const saha = await openServer();
afterAll(saha.close);
const { pool } = saha.core.database;
const poolSize = pool.options.max ?? 0;

/** How many connections a crowd of members takes or waits for that read what is held from them. */
async function takenByCrowd(): Promise<number> {
  const taken = () => pool.totalCount - pool.idleCount + pool.waitingCount;
  const crowd = await Promise.all(Array.from({ length: poolSize + 4 }, () => saha.given.user()));
  const { most, asked } = await saha.owner.transaction().execute(async (tx) => {
    await sql`lock table queue_entries in access exclusive mode`.execute(tx);
    const asked = crowd.map((member) => member.call(api.queue.mine));
    await expect.poll(taken, { timeout: 10_000 }).toBeGreaterThan(10);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { most: taken(), asked };
  });
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  return most;
}

test("a crowd of members leaves connections to the database to what all share; none without its line (broken twin)", async () => {
  expect(await takenByCrowd()).toBe(12);
  const line = vi.spyOn(saha.core.limits, "membersTurn").mockImplementation((_turn, work) => work());
  expect(await takenByCrowd()).toBeGreaterThan(poolSize);
  line.mockRestore();
});
