import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { tellMoved } from "./live/queue-news.ts";
import { lockEntry } from "./lock-entry.ts";
import { renewOthers } from "./renew-others.ts";

/**
 * Lets a waiting player play; a held or late one too. Pressed again it changes nothing. Locks the person. Throws
 * `queue.not_found`, `no_booth`, `finished` (rules §5).
 */
export async function startPlaying(tx: Tx, actor: Actor, queueId: number): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  const [started] = await tx.run(start, { queueId });
  if (!started) return refuseFinished(tx, queueId);
  tellMoved(tx, entry, { isByStaff: true });
  await renewOthers(tx, entry);
}

/** The one guarded statement by which a player begins. */
function start(query: Query, { queueId }: Given<{ queueId: number }>) {
  return query
    .updateTable("queueEntries")
    .set({ isPlaying: true, startedAt: sql`now()`, held: null })
    .where("id", "=", queueId)
    .where("isFinished", "=", false)
    .where("isPlaying", "=", false)
    .returning("id");
}

/**
 * Puts a playing player back in line at the own number, as if never called: a start that was none does not count for
 * the forecast. One who waits already stays as is. Locks the person. Throws as `startPlaying` does.
 */
export async function returnToLine(tx: Tx, actor: Actor, queueId: number): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  const returned = await tx
    .updateTable("queueEntries")
    .set({
      isPlaying: false,
      startedAt: null,
      calledAt: null,
      callExpiresAt: null,
      enteredAt: null,
      answer: null,
      held: null,
    })
    .where("id", "=", queueId)
    .where("isPlaying", "=", true)
    .returning("id")
    .executeTakeFirst();
  if (!returned) return refuseFinished(tx, queueId);
  tellMoved(tx, entry, { isByStaff: true });
  await renewOthers(tx, entry);
}

async function refuseFinished(tx: Tx, queueId: number): Promise<void> {
  const now = await tx
    .selectFrom("queueEntries")
    .select("isFinished")
    .where("id", "=", queueId)
    .executeTakeFirstOrThrow();
  if (now.isFinished) throw new Problem("queue.finished");
}
