import { type Pace, paceOf, type Wait, waitAt } from "@saha/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { entryState, isInLine } from "./entry-view.ts";

type Query = Database["query"] | Tx;

const countedStarts = 10;

/**
 * Reads how fast the lines of games move: the median gap between each game's last 10 starts of the last 2 hours, and
 * how far single gaps stray from it, in minutes. A game with fewer than 3 starts has no pace (rules §5).
 */
export async function readPaces(query: Query, gameIds: readonly number[]): Promise<Map<number, Pace>> {
  const { rows } = await sql<{ gameId: number; minutes: number[] }>`
    select game.id as game_id, array_agg(extract(epoch from starts.started_at)::float8 / 60 order by starts.started_at) as minutes
    from unnest(${gameIds}::int[]) as game (id)
    cross join lateral (
      select started_at from queue_entries
      where game_id = game.id and started_at > now() - interval '2 hours'
      order by started_at desc limit ${countedStarts}) as starts
    group by game.id`.execute(query);
  return new Map(
    rows.flatMap(({ gameId, minutes }) => {
      const pace = paceOf(minutes);
      return pace ? [[gameId, pace] as const] : [];
    }),
  );
}

/** How busy a game is: who stands in line, and the forecast for a newcomer. */
export type Busy = { waiting: number; wait: Wait | null };

/** Reads how busy games are (rules §5). */
export async function readBusy(query: Query, gameIds: readonly number[]): Promise<Map<number, Busy>> {
  const games = await query
    .selectFrom("games")
    .leftJoin("queueEntries", (join) =>
      join.onRef("queueEntries.gameId", "=", "games.id").on("queueEntries.isFinished", "=", false),
    )
    .select("games.id")
    .select(sql<number>`count(queue_entries.id) filter (where ${isInLine(entryState)})::int`.as("waiting"))
    .where("games.id", "=", sql<number>`any(${gameIds})`)
    .groupBy("games.id")
    .execute();
  const paces = await readPaces(
    query,
    games.map(({ id }) => id),
  );
  return new Map(games.map(({ id, waiting }) => [id, { waiting, wait: waitAt(waiting + 1, paces.get(id) ?? null) }]));
}
