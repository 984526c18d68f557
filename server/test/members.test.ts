import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import type { Member } from "./given.ts";
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

type Press = (member: Member) => Promise<{ status: number }>;

/** A row of a table, and the press of a crowd that waits for it. */
const contended: Record<"games" | "tickets" | "polls", () => Promise<{ id: number; press: Press }>> = {
  games: async () => {
    const { id } = await saha.given.game();
    return { id, press: (member) => member.call(api.queue.apply, { body: { gameId: id } }) };
  },
  tickets: async () => {
    const { id } = await saha.given.ticket({ quantity: 1000 });
    return { id, press: (member) => member.call(api.purchases.reserve, { body: { ticketId: id } }) };
  },
  polls: async () => {
    const { boothId } = await saha.given.game();
    const admin = await saha.given.user({ roleId: Role.Admin });
    const { id } = (await admin.call(api.polls.create, { body: { boothId, name: "سحب" } })).data;
    return { id, press: (member) => member.call(api.polls.join, { body: { pollId: id, userId: member.id } }) };
  },
};

/** Whether somebody's reading is answered while a crowd waits for a row that is held from it. */
async function readsBesideCrowd(table: keyof typeof contended): Promise<boolean> {
  const { id, press } = await contended[table]();
  const crowd = await Promise.all(Array.from({ length: poolSize + 4 }, () => saha.given.user()));
  const reader = await saha.given.user();
  const { reading, joined } = await saha.owner.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx);
    const joined = crowd.map(press);
    const held = () =>
      sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        .execute(saha.owner)
        .then(({ rows }) => rows[0]?.count);
    await expect.poll(held, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
    await sleep(300);
    const asked = reader.call(api.queue.mine).then(({ status }) => status === 200);
    return { reading: await Promise.race([asked, sleep(1500, false)]), joined };
  });
  expect(new Set((await Promise.all(joined)).map(({ status }) => status))).toEqual(new Set([201]));
  return reading;
}

test.each(["games", "tickets", "polls"] as const)(
  "a crowd that waits for one row of %s leaves connections to others; none without its line",
  async (table) => {
    expect(await readsBesideCrowd(table)).toBe(true);
    // The broken twin.
    const line = vi.spyOn(saha.core.limits, "contendersTurn").mockImplementation((_turn, work) => work());
    expect(await readsBesideCrowd(table)).toBe(false);
    line.mockRestore();
  },
);
