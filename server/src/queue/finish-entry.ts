import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Actor } from "../http/client.ts";
import { tellMoved } from "./live/queue-news.ts";
import { type Locked, lockEntry, refuseChange } from "./lock-entry.ts";
import { renewOthers } from "./renew-others.ts";

/**
 * Finishes an entry without a score, once; attendees leave their own line this way, but not out of a game that has
 * begun. Locks the person. Throws `queue.not_found`, `no_booth`, `finished`, `playing` (rules §5).
 */
export async function finishEntry(tx: Tx, actor: Actor, queueId: number): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  if (!(await markFinished(tx, entry, { whilePlaying: actor.roleId !== Role.User }))) await refuseChange(tx, queueId);
}

/** Marks an entry of a locked person as finished, by one guarded statement; false when it was, or is being played. */
export async function markFinished(
  tx: Tx,
  entry: Locked,
  { whilePlaying }: { whilePlaying: boolean },
): Promise<boolean> {
  const finished = await tx
    .updateTable("queueEntries")
    .set({ isPlaying: false, isFinished: true, finishedAt: sql`now()` })
    .where("id", "=", entry.id)
    .where("isFinished", "=", false)
    .$if(!whilePlaying, (update) => update.where("isPlaying", "=", false))
    .returning("startedAt")
    .executeTakeFirst();
  if (!finished) return false;
  tellMoved(tx, entry);
  tx.notify({ kind: "rooms.changed", userId: entry.userId, join: [], leave: [`game:${entry.gameId}`] });
  if (finished.startedAt !== null) await renewOthers(tx, entry);
  return true;
}

/** Finishes whatever a person who is locked still has in lines, as when blocked or deleted (rules §3). */
export async function finishAllOf(tx: Tx, userId: number): Promise<void> {
  const entries = await unfinishedOf(tx, userId);
  for (const entry of entries) await markFinished(tx, entry, { whilePlaying: true });
}

/** What a person still has in lines, by id. */
export function unfinishedOf(tx: Tx, userId: number): Promise<Locked[]> {
  return tx
    .selectFrom("queueEntries")
    .innerJoin("games", "games.id", "queueEntries.gameId")
    .select([
      "queueEntries.id",
      "queueEntries.gameId",
      "games.name as gameName",
      "games.boothId",
      "queueEntries.userId",
      "queueEntries.number",
    ])
    .where("userId", "=", userId)
    .where("isFinished", "=", false)
    .orderBy("queueEntries.id")
    .execute();
}
