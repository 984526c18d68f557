import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { tellMoved } from "./live/queue-news.ts";
import type { Locked } from "./lock-entry.ts";

/**
 * Says that a person has begun or ended a game: entries in other lines are marked anew, and those that were held
 * because of it are back in line once nothing is played any more (rules §5). The person must be locked.
 */
export async function renewOthers(tx: Tx, { id, userId }: Pick<Locked, "id" | "userId">): Promise<void> {
  const released = await tx.run(release, { userId });
  const others = await tx.run(othersOf, { id, userId });
  for (const other of others) {
    const isReleased = released.some((entry) => entry.id === other.id);
    tellMoved(tx, other, { isLineMoved: isReleased });
  }
}

/** The one statement by which entries that were held are back in line, once nothing is played any more. */
function release(query: Query, { userId }: Given<{ userId: number }>) {
  return query
    .updateTable("queueEntries")
    .set({ held: null, calledAt: null, callExpiresAt: null, answer: null })
    .where("userId", "=", userId)
    .where("isFinished", "=", false)
    .where("held", "=", "elsewhere")
    .where(sql<boolean>`not exists (
      select 1 from queue_entries as playing
      where playing.user_id = ${userId} and not playing.is_finished and playing.is_playing)`)
    .returning("id");
}

function othersOf(query: Query, { id, userId }: Given<{ id: number; userId: number }>) {
  return query
    .selectFrom("queueEntries")
    .innerJoin("games", "games.id", "queueEntries.gameId")
    .select(["queueEntries.id", "queueEntries.userId", "queueEntries.gameId", "games.boothId"])
    .where("userId", "=", userId)
    .where("isFinished", "=", false)
    .where("queueEntries.id", "!=", id);
}
