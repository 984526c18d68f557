import type { api, Input } from "@saha/contract";
import { sql } from "kysely";
import { problemOf, type Tx } from "../database.ts";
import { cleanHtml } from "../html.ts";
import { Problem } from "../problem.ts";

type Change = Input<typeof api.tickets.update>["body"];

/**
 * Changes a ticket under its lock. A new day moves its purchases along, by which the index of one live ticket a day finds
 * whoever has another one there. Throws `ticket.not_found`, `ticket.quantity_below_purchased`, and `ticket.day_conflict`
 * (rules §4).
 */
export async function updateTicket(tx: Tx, id: number, change: Change): Promise<void> {
  const now = await tx.selectFrom("tickets").select("purchased").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!now) throw new Problem("ticket.not_found");
  if (change.quantity !== undefined && change.quantity < now.purchased) {
    throw new Problem("ticket.quantity_below_purchased", { field: "quantity", details: { purchased: now.purchased } });
  }
  await tx
    .updateTable("tickets")
    .set({
      ...change,
      ...(change.features !== undefined && { features: cleanHtml(change.features) }),
      updatedAt: sql`now()`,
    })
    .where("id", "=", id)
    .execute()
    .catch((error: unknown) => {
      const problem = problemOf(error);
      if (!(problem instanceof Problem) || problem.code !== "ticket.day_taken") throw error;
      throw new Problem("ticket.day_conflict", { field: "day" });
    });
}
