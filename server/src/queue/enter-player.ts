import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import type { Actor } from "../http/client.ts";
import { enteredNews } from "../text/queue-news.ts";
import { tellMoved } from "./live/queue-news.ts";
import { lockEntry, refuseChange } from "./lock-entry.ts";

/**
 * Notes that a player has come to the booth; may be repeated. A held or late one is back in line by it. Locks the
 * person. Throws `queue.not_found`, `no_booth`, `finished`, `playing` (rules §5).
 */
export async function enterPlayer(tx: Tx, actor: Actor, queueId: number): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  const [entered] = await tx.run(enter, { queueId });
  if (!entered) return refuseChange(tx, queueId);
  tellMoved(tx, entry, { isByStaff: true });
  const { gameId, boothId, userId } = entry;
  tx.notify({
    kind: "news",
    event: "UserEnter:update",
    to: [`user:${userId}`],
    message: enteredNews(entry),
    ids: { queueId, gameId, boothId },
  });
}

/** The one guarded statement by which a player enters. */
function enter(query: Query, { queueId }: Given<{ queueId: number }>) {
  return query
    .updateTable("queueEntries")
    .set({ enteredAt: sql`now()`, held: null })
    .where("id", "=", queueId)
    .where("isFinished", "=", false)
    .where("isPlaying", "=", false)
    .returning("id");
}
