import { type api, Category, type Input } from "@saha/contract";
import { sql } from "kysely";
import { constraintOf } from "../database/constraints.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { cleanHtml } from "../text/html.ts";
import { tellHolders } from "./ticket-news.ts";

type Change = Input<typeof api.tickets.update>["body"];

/**
 * Changes a ticket under its lock. A new day moves its purchases along, by which the index of one live ticket a day
 * finds whoever has another one there; the open screens of its holders hear of what they can see. Throws
 * `ticket.not_found`, `ticket.set_when_made`, `ticket.quantity_below_purchased`, and `ticket.day_conflict` (rules §4).
 */
export async function updateTicket(tx: Tx, id: number, { type, ticketInviter, ...change }: Change): Promise<void> {
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
      // The type is a free ticket's, the inviter an invitation's (spec §3).
      ...(type && now.categoryId === Category.Free && { type }),
      ...(ticketInviter !== undefined && now.categoryId === Category.Invitation && { ticketInviter }),
      updatedAt: sql`now()`,
    })
    .where("id", "=", id)
    .execute()
    .catch((error: unknown) => {
      if (constraintOf(error) !== "purchases_one_live_a_day") throw error;
      throw new Problem("ticket.day_conflict", { field: "day" });
    });
  if (type || ticketInviter || Object.keys(change).some((field) => onTheCard.has(field)))
    tellHolders(tx, id, await holdersOf(tx, id));
}

/**
 * Of a free ticket these change later; codes and invitations of another one speak of what they were made for (spec §7).
 */
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
