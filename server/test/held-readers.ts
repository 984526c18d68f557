import { sql } from "kysely";
import { expect } from "vitest";
import type { Server } from "./harness.ts";

/**
 * Counts the statements of the application that read a table when so many ask at once. The table is held from them
 * until all who ask have come, so that the count depends on no clock; `meanwhile` is what others do who need it not.
 */
export async function readersAtOnce(
  { owner }: Server,
  table: string,
  asks: (() => Promise<unknown>)[],
  meanwhile?: () => Promise<void>,
) {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'saha' and wait_event_type = 'Lock'`.execute(owner);
    return rows[0]?.count ?? 0;
  };
  const { held, asked } = await owner.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    const asked = asks.map((ask) => ask());
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
    // Who is still on the way has time to come; whoever waits for a reading of somebody else never shows here.
    for (let same = 0, before = 0; same < 5; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const now = await waiting();
      same = now === before ? same + 1 : 0;
      before = now;
    }
    const held = await waiting();
    await meanwhile?.();
    return { held, asked };
  });
  await Promise.all(asked);
  return held;
}
