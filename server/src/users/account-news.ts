import type { Tx } from "../database/database.ts";
import { newsSentences } from "../text/news.ts";

/** Tells the open screens of an account that it has changed (rules §7). */
export function tellAccountChanged(tx: Tx, userId: number): void {
  const event = "Account:changed";
  tx.notify({ kind: "news", event, to: [`user:${userId}`], message: newsSentences[event], ids: { userId } });
}
