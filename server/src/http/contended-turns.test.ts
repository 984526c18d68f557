import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { pathOf, sessionHeaders } from "../../test/caller.ts";
import { openServer } from "../../test/harness.ts";

const saha = await openServer();
afterAll(saha.close);
const { reserve } = api.purchases;

test("whoever hangs up before a turn came has none: nothing is reserved, and nobody waits behind them", async () => {
  const ticket = await saha.given.ticket({ quantity: 100 });
  const people = await Promise.all(Array.from({ length: 20 }, () => saha.given.user()));
  const guest = await saha.given.user();
  const hangUp = new AbortController();
  const asked = await saha.owner.transaction().execute(async (tx) => {
    await sql`select from tickets where id = ${ticket.id} for update`.execute(tx);
    const asked = people.map((person) =>
      fetch(saha.address + pathOf(reserve), {
        method: reserve.method,
        headers: { ...sessionHeaders(person), "content-type": "application/json" },
        body: JSON.stringify({ ticketId: ticket.id }),
        signal: hangUp.signal,
      }).catch(() => {}),
    );
    const reserving = sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'saha' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await reserving.execute(saha.owner)).rows[0]?.count).toBe(6);
    // The others come to wait behind these six.
    await sleep(300);
    hangUp.abort();
    await sleep(100);
    return asked;
  });
  await Promise.all(asked);
  expect((await guest.call(reserve, { body: { ticketId: ticket.id } })).status).toBe(201);
  const sold = async () => {
    const { count } = await saha.query
      .selectFrom("purchases")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("ticketId", "=", ticket.id)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  // What was begun goes on without its caller.
  await expect.poll(sold).toBe(7);
  await sleep(300);
  expect(await sold()).toBe(7);
});
