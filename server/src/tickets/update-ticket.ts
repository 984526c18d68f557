import { type api, Category, type Input } from "@saha/contract";
import { sql } from "kysely";
import { problemOf, type Tx } from "../database.ts";
import { cleanHtml } from "../html.ts";
import { Problem } from "../problem.ts";
import { tellHolders } from "./ticket-news.ts";

type Change = Input<typeof api.tickets.update>["body"];

/**
 * Changes a ticket under its lock. A new day moves its purchases along, by which the index of one live ticket a day finds
 * whoever has another one there; the open screens of its holders hear of what they can see. Throws `ticket.not_found`, `ticket.set_when_made`, `ticket.quantity_below_purchased`, and `ticket.day_conflict`
 * (rules §4).
 */
export async function updateTicket(tx: Tx, id: number, change: Change): Promise<void> {
  const now = await tx
    .selectFrom("tickets")
    .select(["categoryId", "purchased", ...setWhenMade])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!now) throw new Problem("ticket.not_found");
  if (now.categoryId !== Category.Free) {
    const field = setWhenMade.find((each) => change[each] !== undefined && change[each] !== now[each]);
    if (field) throw new Problem("ticket.set_when_made", { field });
  }
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
  if (Object.keys(change).some((field) => onTheCard.has(field))) tellHolders(tx, id, await holdersOf(tx, id));
}

/** Of a free ticket these change later; codes and invitations of another one speak of what they were made for (spec §7). */
const setWhenMade = ["quantity", "day", "eventName"] as const;

/** What a holder reads on the own ticket. */
const onTheCard = new Set(["title", "price", "features", "day", "eventName"]);

async function holdersOf(tx: Tx, ticketId: number): Promise<number[]> {
  const held = await tx
    .selectFrom("purchases")
    .select("userId")
    .where("ticketId", "=", ticketId)
    .where("status", "!=", "INACTIVE")
    .execute();
  return held.map(({ userId }) => userId);
}
