import { type RawBuilder, sql } from "kysely";
import { entryState, isInLine } from "./entry-view.ts";

/** How many of each line are listed, and of those held or late as many apart: these may stand before all others. */
export const maxOfLine = 1_000;
/** How many of all lines together, of each of the two: those furthest behind in the longest lines are left out. */
const usualMax = 10_000;

/**
 * Whether the staff's list of a booth, or of all of them, holds an unfinished entry: who was called or plays, and of
 * each line the first. Nobody calls the 10,000th, and accounts that cost nothing may stand behind: 82 lines with a
 * thousand of each were 119 MB. As one set of ids, which is read once, however many stand in the lines: in an OR it was
 * read through for each entry beyond 262,144 of them, which took longer than a statement may, and no list came at all
 * (0199).
 */
export function isListed(boothId?: number, max = usualMax): RawBuilder<boolean> {
  const lines = sql`(select id from games ${boothId === undefined ? sql`` : sql`where booth_id = ${boothId}`})`;
  const first = (isMeant: RawBuilder<boolean>) => sql`(
    select next.id from ${lines} as line cross join lateral (
      select id, row_number() over (order by number, id) as place from queue_entries
      where game_id = line.id and not is_finished and ${isMeant}
      order by number, id limit ${sql.lit(maxOfLine)}) as next
    order by next.place, next.id limit ${max}::int)`;
  return sql<boolean>`queue_entries.id in (
    select id from queue_entries where not is_finished and (called_at is not null or is_playing)
    union ${first(isInLine(entryState))} union ${first(sql<boolean>`not ${isInLine(entryState)}`)})`;
}
