import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { tellHolders } from "./ticket-news.ts";

/**
 * Makes all live tickets of a user INACTIVE and gives their places back, used ones too, so that `purchased` stays the
 * number of live rows. The user must be locked; locks tickets by id, then purchases by id (rules §3, §4).
 */
export async function cancelTickets(tx: Tx, userId: number): Promise<void> {
  const held = await tx
    .selectFrom("purchases")
    .select("ticketId")
    .where("userId", "=", userId)
    .where("status", "!=", "INACTIVE")
    .execute();
  if (held.length === 0) return;
  const ticketIds = held.map(({ ticketId }) => ticketId);
  await tx.selectFrom("tickets").select("id").where("id", "in", ticketIds).orderBy("id").forNoKeyUpdate().execute();
  const live = await tx
    .selectFrom("purchases")
    .select(["id", "ticketId"])
    .where("userId", "=", userId)
    .where("status", "!=", "INACTIVE")
    .orderBy("id")
    .forUpdate()
    .execute();
  if (live.length === 0) return;
  await tx
    .updateTable("purchases")
    .set({ status: "INACTIVE", updatedAt: sql`now()` })
    .where(
      "id",
      "in",
      live.map(({ id }) => id),
    )
    .execute();
  for (const ticketId of new Set(live.map((row) => row.ticketId))) {
    const places = live.filter((row) => row.ticketId === ticketId).length;
    await tx
      .updateTable("tickets")
      .set((was) => ({ purchased: was("purchased", "-", places) }))
      .where("id", "=", ticketId)
      .execute();
    tellHolders(tx, ticketId, [userId]);
  }
}
