import { sql } from "kysely";
import { entryState, isInLine } from "./entry-view.ts";

/** How many of each line are listed, and of those held or late as many apart: these may stand before all others. */
export const maxOfLine = 1_000;

/**
 * Whether the staff's list holds an unfinished entry: who was called or plays, and of each line the first. Nobody calls
 * the 10,000th, and accounts that cost nothing may stand behind. As one set of ids, which is read once, however many
 * stand in the lines: in an OR it was read through for each entry beyond 262,144 of them, which took longer than a
 * statement may, and no list came at all (0199).
 */
export const isListed = sql<boolean>`queue_entries.id in (
  select id from queue_entries where not is_finished and (called_at is not null or is_playing)
  union
  select next.id from games cross join lateral (
    (select id from queue_entries where game_id = games.id and not is_finished and ${isInLine(entryState)}
      order by number, id limit ${sql.lit(maxOfLine)})
    union all
    (select id from queue_entries where game_id = games.id and not is_finished and not ${isInLine(entryState)}
      order by number, id limit ${sql.lit(maxOfLine)})) as next)`;
