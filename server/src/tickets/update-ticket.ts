import type { api, Input } from "@saha/contract";
import { sql } from "kysely";
import { problemOf, type Tx } from "../database.ts";
import { cleanHtml } from "../html.ts";
import { Problem } from "../problem.ts";

type Change = Input<typeof api.tickets.update>["body"];

/**
 * Changes a ticket under its lock. A new day moves its purchases along. Throws `ticket.not_found`,
 * `ticket.quantity_below_purchased`, and `ticket.day_conflict` when a holder has another live ticket on the new day
 * (rules §4).
 */
export async function updateTicket(tx: Tx, id: number, change: Change): Promise<void> {
  const now = await tx
    .selectFrom("tickets")
    .select(["purchased", "day"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!now) throw new Problem("ticket.not_found");
  if (change.quantity !== undefined && change.quantity < now.purchased) {
    throw new Problem("ticket.quantity_below_purchased", { field: "quantity", details: { purchased: now.purchased } });
  }
  if (change.day !== undefined && change.day !== now.day) await refuseConflict(tx, id, change.day);
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
      // A holder took another ticket of the new day after we looked.
      const problem = problemOf(error);
      throw problem instanceof Problem && problem.code === "ticket.day_taken" ? conflict() : error;
    });
}

async function refuseConflict(tx: Tx, ticketId: number, day: string): Promise<void> {
  const found = await tx
    .selectFrom("purchases as held")
    .innerJoin("purchases as other", "other.userId", "held.userId")
    .select("held.id")
    .where("held.ticketId", "=", ticketId)
    .where("held.status", "!=", "INACTIVE")
    .where("other.ticketId", "!=", ticketId)
    .where("other.status", "!=", "INACTIVE")
    .where("other.day", "=", day)
    .executeTakeFirst();
  if (found) throw conflict();
}

function conflict(): Problem {
  return new Problem("ticket.day_conflict", { field: "day" });
}
