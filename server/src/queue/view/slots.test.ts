import { setImmediate as nextTurn } from "node:timers/promises";
import { type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type Server } from "../../../test/harness.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import { slotsReader } from "./slots.ts";

let saha: Server;
beforeAll(async () => {
  saha = await openServer();
});
afterAll(() => saha.close());

/**
 * How many statements thirty people cost who ask for their places one turn of the event loop after the other. The
 * table is locked until the last of them has asked, so that the first reading is under way as long, however fast
 * the machine is.
 */
async function statementsOf(open: (query: Server["query"]) => (userId: number) => Promise<unknown>): Promise<number> {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const read = open(saha.query.withPlugin(counting));
  const all: Promise<unknown>[] = [];
  await saha.query.transaction().execute(async (held) => {
    await sql`lock table queue_entries in access exclusive mode`.execute(held);
    for (let person = 1; person <= 30; person++) {
      all.push(read(person));
      await nextTurn();
    }
  });
  await Promise.all(all);
  return statements;
}

test("lines are read once for all who ask while they are read", async () => {
  expect(await statementsOf(slotsReader)).toBeLessThan(8);
});

test("a reading begins in each turn where none waits for the one under way (broken twin)", async () => {
  const open = (query: Server["query"]) =>
    batchLoad(async (userIds: number[]) => {
      const rows = await query.selectFrom("queueEntries").select("id").where("userId", "in", userIds).execute();
      return Map.groupBy(rows, ({ id }) => id);
    });
  expect(await statementsOf(open)).toBeGreaterThan(20);
});
