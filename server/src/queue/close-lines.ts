import type { Database } from "../database/database.ts";
import type { EventDays } from "../tickets/event-day.ts";
import { readEventDay } from "../tickets/read-event-day.ts";
import { markFinished, unfinishedOf } from "./finish-entry.ts";

/**
 * Finishes, as if deleted, what still waits from before the latest end of an event's day; who plays plays on. Meant to
 * run again and again: it finds nothing until the next day has ended. Locks each person in a transaction of its own.
 * Returns how many entries it were (rules §5).
 */
export async function closeLines(database: Database, days: EventDays): Promise<number> {
  const { began } = await readEventDay(database.query, days);
  const waiting = database.query
    .selectFrom("queueEntries")
    .where("isFinished", "=", false)
    .where("isPlaying", "=", false)
    .where("createdAt", "<", began);
  const people = await waiting.select("userId").distinct().orderBy("userId").execute();
  const old = new Set((await waiting.select("id").execute()).map(({ id }) => id));
  let count = 0;
  for (const { userId } of people) {
    count += await database.transact(async (tx) => {
      await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
      let finished = 0;
      for (const entry of await unfinishedOf(tx, userId)) {
        if (old.has(entry.id) && (await markFinished(tx, entry, { whilePlaying: false }))) finished++;
      }
      return finished;
    });
  }
  return count;
}
