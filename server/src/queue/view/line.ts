import { type BoardGame, type Line, type Pace, packLine, waitAt } from "@saha/contract";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { entryState, isInLine } from "./entry-view.ts";
import { readPaces } from "./forecast.ts";

/** Numbers of those who come next that a board shows. */
const shownNext = 12;

/** The line of a game at one moment, as phones and the board are told of it; `read` entries were read for it. */
export type LineNow = { line: Line; pace: Pace | null; game: BoardGame; read: number };

/**
 * Reads the lines of games, in the order asked for. The numbers of a line come as one text: as rows, 360,000 entries of
 * own accounts in nine lines kept whoever asked for a place waiting for 0.7 s (rules §5, §7).
 */
export async function readLines(query: Database["query"], gameIds: readonly number[]): Promise<LineNow[]> {
  if (gameIds.length === 0) return [];
  const numbers = (isMeant: RawBuilder<boolean>) =>
    sql<string | null>`string_agg(number::text, ',') filter (where ${isMeant})`;
  const [{ rows }, paces] = await Promise.all([
    sql<Read>`
      select games.id, games.short_name, line.*
      from games cross join lateral (
        select count(*)::int as read,
          ${numbers(isInLine(sql`state`))} as in_line,
          ${numbers(sql`state = 'playing'`)} as playing,
          ${numbers(sql`state = 'called'`)} as called,
          ${numbers(sql`state = 'waiting'`)} as waiting
        from (
          select number, ${entryState} as state from queue_entries
          where game_id = games.id and not is_finished order by number) as entries) as line
      where games.id = any(${gameIds})`.execute(query),
    readPaces(query, gameIds),
  ]);
  const readOf = new Map(rows.map((row) => [row.id, row]));
  return gameIds.flatMap((id) => {
    const now = readOf.get(id);
    if (!now) return [];
    const pace = paces.get(id) ?? null;
    const inLine = numbersOf(now.inLine);
    const line = packLine(inLine);
    const game = {
      id,
      shortName: now.shortName,
      playing: numbersOf(now.playing),
      called: numbersOf(now.called),
      next: numbersOf(now.waiting, shownNext),
      waiting: inLine.length,
      wait: waitAt(inLine.length + 1, pace),
    };
    return [{ line, pace, game, read: now.read }];
  });
}

type Read = { id: number; shortName: string; read: number } & Record<
  "inLine" | "playing" | "called" | "waiting",
  string | null
>;

function numbersOf(text: string | null, most?: number): number[] {
  return text === null ? [] : text.split(",", most).map(Number);
}
