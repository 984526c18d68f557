import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import type { Actor } from "../http/client.ts";
import { calledNews } from "../text/queue-news.ts";
import { tellMoved } from "./live/queue-news.ts";
import { lockEntry, refuseChange } from "./lock-entry.ts";
import { isPlayingElsewhere } from "./view/entry-view.ts";

/**
 * Calls a player for `seconds`; a call made again begins anew. One who plays elsewhere is held instead, is told why,
 * and is back in line when that game ends. Locks the person. Throws `queue.not_found`, `no_booth`, `finished`,
 * `playing` (rules §5).
 */
export async function callPlayer(tx: Tx, actor: Actor, queueId: number, seconds: number): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  const [called] = await tx.run(call, { queueId, seconds });
  if (!called) return refuseChange(tx, queueId);
  const isHeld = called.held !== null;
  tellMoved(tx, entry, { isByStaff: true });
  tx.notify({
    kind: "news",
    event: "UserIsCalled:update",
    to: [`user:${entry.userId}`],
    message: calledNews(entry, isHeld),
    ids: {
      queueId,
      gameId: entry.gameId,
      boothId: entry.boothId,
      state: isHeld ? "held" : "called",
      callExpiresAt: called.callExpiresAt,
    },
  });
}

/** The one guarded statement by which a player is called, or held. */
function call(query: Query, { queueId, seconds }: Given<{ queueId: number; seconds: number }>) {
  return query
    .updateTable("queueEntries")
    .set({
      calledAt: sql`now()`,
      callExpiresAt: sql`case when ${isPlayingElsewhere} then null else now() + make_interval(secs => ${seconds}) end`,
      held: sql`case when ${isPlayingElsewhere} then 'elsewhere' end`,
      answer: null,
      enteredAt: null,
    })
    .where("id", "=", queueId)
    .where("isFinished", "=", false)
    .where("isPlaying", "=", false)
    .returning(["callExpiresAt", "held"]);
}
