import { Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../../test/harness.ts";
import { selectEntries } from "./entry-view.ts";
import { isListed } from "./staff-line.ts";

const saha = await openServer();
afterAll(saha.close);

/** Milliseconds of the list where as few ids fit a hash as do of some 300,000 entries with usual settings. */
async function timeOf(condition: typeof isListed): Promise<number> {
  return saha.core.database.transact(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx);
    const began = performance.now();
    await selectEntries(tx).where("isFinished", "=", false).where(condition).execute();
    return performance.now() - began;
  });
}

test("the staff's list reads the lines a few times, however many stand in them; in an OR once for each entry (broken twin)", async () => {
  const [game, people] = [await saha.given.game(), 20_000];
  await sql`
    with made as (
      insert into users (username, username_key, username_skeleton, password_hash, role_id)
      select 'crowd-' || n, 'crowd-' || n, 'crowd-' || n, 'none', ${sql.lit(Role.User)} from generate_series(1, ${people}::int) as n
      returning id)
    insert into queue_entries (user_id, game_id, number)
    select id, ${game.id}::int, row_number() over () from made`.execute(saha.query);
  await sql`analyze queue_entries`.execute(saha.query);
  const inOr = sql<boolean>`(queue_entries.called_at is not null or queue_entries.id in (
    select id from (select id, row_number() over (partition by game_id order by number) as place from queue_entries
      where not is_finished) as placed where place <= 1000))`;
  const [one, other] = [await timeOf(isListed), await timeOf(inOr)];
  expect(other).toBeGreaterThan(5 * one);
});
