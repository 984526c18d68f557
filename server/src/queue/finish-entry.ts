import { type QueueState, Role } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { tellMoved } from "./live/queue-news.ts";
import { type Locked, lockEntry, refuseChange } from "./lock-entry.ts";
import { renewOthers } from "./renew-others.ts";
import { entryState } from "./view/entry-view.ts";

type Finishing = { queueId: number; state?: QueueState | undefined };

/**
 * Finishes an entry without a score, once; attendees leave their own line this way, but not out of a game that has
 * begun, and nobody out of another state than was shown, when it is named: a colleague may have let them play since.
 * Locks the person. Throws `queue.not_found`, `no_booth`, `finished`, `playing` and `request.outdated` (rules §5;
 * 0203).
 */
export async function finishEntry(tx: Tx, actor: Actor, { queueId, state: shown }: Finishing): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  if (shown !== undefined) await refuseOtherState(tx, entry, shown);
  if (!(await markFinished(tx, entry, { whilePlaying: actor.roleId !== Role.User }))) await refuseChange(tx, queueId);
}

/**
 * Throws `request.outdated` for an entry of a locked person that is in another state than was shown, unless it is over.
 * Who is late was called, and nobody had to do anything for it.
 */
export async function refuseOtherState(tx: Tx, { id }: Locked, shown: QueueState): Promise<void> {
  const [now] = await tx.run(stateOf, { id });
  if (!now) throw new Error(`There is no entry ${id}`);
  const meant = (one: QueueState) => (one === "late" ? "called" : one);
  if (now.state !== "finished" && meant(now.state) !== meant(shown)) throw new Problem("request.outdated");
}

const stateOf = (query: Query, { id }: Given<{ id: number }>) =>
  query.selectFrom("queueEntries").select(entryState.as("state")).where("id", "=", id);

/**
 * Marks an entry of a locked person as finished, by one guarded statement; false when it was, or is being played,
 * where only staff end it.
 */
export async function markFinished(
  tx: Tx,
  entry: Locked,
  { whilePlaying, isByStaff = whilePlaying }: { whilePlaying: boolean; isByStaff?: boolean },
): Promise<boolean> {
  const [finished] = await tx.run(finish, { id: entry.id, whilePlaying });
  if (!finished) return false;
  tellMoved(tx, entry, { isByStaff });
  tx.notify({ kind: "rooms.changed", userId: entry.userId, join: [], leave: [`game:${entry.gameId}`] });
  if (finished.startedAt !== null) await renewOthers(tx, entry);
  return true;
}

/** The one guarded statement by which an entry ends. */
function finish(query: Query, { id, whilePlaying }: Given<{ id: number; whilePlaying: boolean }>) {
  return query
    .updateTable("queueEntries")
    .set({ isPlaying: false, isFinished: true, finishedAt: sql`now()` })
    .where("id", "=", id)
    .where("isFinished", "=", false)
    .where((or) => or.or([or("isPlaying", "=", false), sql<boolean>`${whilePlaying}::boolean`]))
    .returning("startedAt");
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
