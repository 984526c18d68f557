import { Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../../test/harness.ts";
import { selectEntries } from "./entry-view.ts";
import { isListed } from "./staff-line.ts";

const saha = await openServer();
afterAll(saha.close);

/** Milliseconds of the list where as few ids fit a hash as do of some 300,000 entries with usual settings. */
async function timeOf(condition: ReturnType<typeof isListed>): Promise<number> {
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
  const [one, other] = [await timeOf(isListed()), await timeOf(inOr)];
  expect(other).toBeGreaterThan(5 * one);
});

test("it holds the first of each line and of those held, of all lines those furthest in front, of a booth its own", async () => {
  const games: Awaited<ReturnType<typeof saha.given.game>>[] = [];
  for (let n = 0; n < 4; n++) games.push(await saha.given.game());
  let last = 50_000;
  // Three of each in two lines, one of each in the others, beside the line of thousands.
  for (const [at, { id: gameId }] of games.entries()) {
    for (let n = 0; n < (at < 2 ? 6 : 2); n++) {
      const { id: userId } = await saha.given.user();
      const held = n % 2 === 0 ? ("asked" as const) : null;
      await saha.query.insertInto("queueEntries").values({ userId, gameId, number: ++last, held }).execute();
    }
  }
  const listed = async (boothId?: number, max?: number) => {
    const rows = await selectEntries(saha.query)
      .where("isFinished", "=", false)
      .where(isListed(boothId, max))
      .$if(boothId !== undefined, (all) => all.where("games.boothId", "=", boothId ?? 0))
      .execute();
    return Map.groupBy(rows, ({ gameId }) => gameId);
  };
  const lengths = (found: Awaited<ReturnType<typeof listed>>) => games.map(({ id }) => found.get(id)?.length);
  expect(lengths(await listed())).toEqual([6, 6, 2, 2]);
  // Of those in line the first of five and the second of three, of those held all eight.
  expect(lengths(await listed(undefined, 8))).toEqual([5, 5, 2, 2]);
  const [first] = games;
  expect(lengths(await listed(first?.boothId))).toEqual([6, undefined, undefined, undefined]);
});

test("whether somebody plays elsewhere is looked up among those who play, not in all their lines", async () => {
  const { sql: text } = selectEntries(saha.query).where("isFinished", "=", false).where(isListed()).compile();
  const plan = await saha.core.database.transact(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<object>`explain (generic_plan) ${sql.raw(text)}`.execute(tx);
    return rows.map((row) => Object.values(row)[0]).join("\n");
  });
  expect(plan).toContain("queue_entries_playing");
});
