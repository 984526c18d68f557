import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { EventDays } from "../tickets/event-day.ts";
import { readEventDay } from "../tickets/read-event-day.ts";
import { markFinished, unfinishedOf } from "./finish-entry.ts";

/**
 * Finishes, as if deleted, what still waits from before the latest end of an event's day; who plays plays on, but for a
 * game that nobody ended for twelve hours: its player was held in every line of the next evening (0213). Meant to run
 * again and again: it finds nothing until the next day has ended. Locks each person in a transaction of its own.
 * Returns how many entries it were (rules §5). `hoursAgo`: only what a day left that had ended by then.
 */
export async function closeLines(database: Database, days: EventDays, { hoursAgo = 0 } = {}): Promise<number> {
  const { began } = await readEventDay(database.query, days, { hoursAgo });
  const left = (query: Database["query"] | Tx) =>
    query
      .selectFrom("queueEntries")
      .where("isFinished", "=", false)
      .where((or) =>
        or.or([
          or.and([or("isPlaying", "=", false), or("createdAt", "<", began)]),
          or.and([
            or("isPlaying", "=", true),
            or("startedAt", "<", sql<string>`least(${began}, now() - interval '12 hours')`),
          ]),
        ]),
      );
  const people = await left(database.query).select("userId").distinct().orderBy("userId").execute();
  let count = 0;
  for (const { userId } of people) {
    count += await database.transact(async (tx) => {
      await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
      const old = new Set((await left(tx).select("id").where("userId", "=", userId).execute()).map(({ id }) => id));
      let finished = 0;
      for (const entry of await unfinishedOf(tx, userId)) {
        // No act of the staff: of thousands at once their screens are told as of attendees' own (0206).
        const how = { whilePlaying: true, isByStaff: false };
        if (old.has(entry.id) && (await markFinished(tx, entry, how))) finished++;
      }
      return finished;
    });
  }
  return count;
}
