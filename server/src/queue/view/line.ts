import { type BoardGame, type Line, type Pace, packLine, waitAt } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { entryState, isInLine } from "./entry-view.ts";
import { readPaces } from "./forecast.ts";

/** Numbers of those who come next that a board shows. */
const shownNext = 12;

/** The line of a game at one moment, as phones and the board are told of it; `read` entries were read for it. */
export type LineNow = { line: Line; pace: Pace | null; game: BoardGame; read: number };

/** Reads the lines of games, in the order asked for (rules §5, §7). */
export async function readLines(query: Database["query"], gameIds: readonly number[]): Promise<LineNow[]> {
  if (gameIds.length === 0) return [];
  const [games, entries, paces] = await Promise.all([
    query.selectFrom("games").select(["id", "shortName"]).where("id", "=", sql<number>`any(${gameIds})`).execute(),
    query
      .selectFrom("queueEntries")
      .select(["gameId", "number", entryState.as("state")])
      .where("gameId", "=", sql<number>`any(${gameIds})`)
      .where("isFinished", "=", false)
      .orderBy("number")
      .execute(),
    readPaces(query, gameIds),
  ]);
  const entriesOf = Map.groupBy(entries, ({ gameId }) => gameId);
  const nameOf = new Map(games.map(({ id, shortName }) => [id, shortName]));
  return gameIds.map((id) => {
    const own = entriesOf.get(id) ?? [];
    const numbers = (isMeant: (entry: (typeof own)[number]) => boolean) =>
      own.filter(isMeant).map(({ number }) => number);
    const inLine = numbers(({ state }) => isInLine(state));
    const pace = paces.get(id) ?? null;
    return {
      line: packLine(inLine),
      pace,
      read: own.length,
      game: {
        id,
        shortName: nameOf.get(id) ?? "",
        playing: numbers(({ state }) => state === "playing"),
        called: numbers(({ state }) => state === "called"),
        next: numbers(({ state }) => state === "waiting").slice(0, shownNext),
        waiting: inLine.length,
        wait: waitAt(inLine.length + 1, pace),
      },
    };
  });
}
