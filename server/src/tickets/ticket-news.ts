import type { Tx } from "../database/database.ts";
import { newsSentences } from "../text/news.ts";

/** Tells the open screens of those who hold a ticket, and of nobody else, that it has changed (rules §7). */
export function tellHolders(tx: Tx, ticketId: number, userIds: readonly number[]): void {
  if (userIds.length === 0) return;
  const event = "Ticket:changed";
  const to = userIds.map((id) => `user:${id}` as const);
  const ids = { ticketId, isForMany: userIds.length > 1 };
  tx.notify({ kind: "news", event, to, message: newsSentences[event], ids });
}
