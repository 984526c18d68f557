import { Category } from "@saha/contract";
import type { Tx } from "../database.ts";
import { Problem } from "../problem.ts";
import { type EventDays, isOver } from "./event-day.ts";

export type NewPurchase = { uuid: string; shortCodeHash: Buffer };

/**
 * Takes one place of a free ticket for a user: never more than there are, never two live tickets a day, in whatever
 * order people press. Locks the user, then the ticket. Throws `ticket.not_found`, `invitation_only`, `inactive`,
 * `over`, `sold_out`, `day_taken` or `invited_that_day` (rules §4).
 */
export async function reserveTicket(
  tx: Tx,
  userId: number,
  ticketId: number,
  made: NewPurchase,
  when: { now: Date; days: EventDays },
) {
  await lockUser(tx, userId);
  const ticket = await tx.selectFrom("tickets").selectAll().where("id", "=", ticketId).executeTakeFirst();
  if (!ticket) throw new Problem("ticket.not_found");
  if (ticket.categoryId === Category.Invitation) throw new Problem("ticket.invitation_only");
  if (!ticket.active || !ticket.visible) throw new Problem("ticket.inactive");
  if (isOver(ticket.day, when.now, when.days)) throw new Problem("ticket.over");
  await refuseSecondTicket(tx, userId, ticket.day);
  if (ticket.purchased >= ticket.quantity) throw new Problem("ticket.sold_out");
  const taken = await takePlace(tx, ticketId);
  return tx
    .insertInto("purchases")
    .values({ ...made, userId, ticketId, day: taken.day })
    .returningAll()
    .executeTakeFirstOrThrow()
    .then((purchase) => ({ ...purchase, ticket: taken }));
}

/** Whoever was deleted or blocked since the session was looked at takes no place any more. */
async function lockUser(tx: Tx, userId: number): Promise<void> {
  const user = await tx
    .selectFrom("users")
    .select(["isBlocked", "deletedAt"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user || user.isBlocked || user.deletedAt !== null) throw new Problem("auth.required");
}

async function refuseSecondTicket(tx: Tx, userId: number, day: string): Promise<void> {
  const held = await tx
    .selectFrom("purchases")
    .innerJoin("tickets", "tickets.id", "purchases.ticketId")
    .select("tickets.categoryId")
    .where("userId", "=", userId)
    .where("purchases.day", "=", day)
    .where("status", "!=", "INACTIVE")
    .executeTakeFirst();
  if (held) throw new Problem(held.categoryId === Category.Invitation ? "ticket.invited_that_day" : "ticket.day_taken");
}

/** The one guarded statement that stock is taken by; it holds the ticket until the commit. */
async function takePlace(tx: Tx, ticketId: number) {
  const taken = await tx
    .updateTable("tickets")
    .set((was) => ({ purchased: was("purchased", "+", 1) }))
    .where("id", "=", ticketId)
    .whereRef("purchased", "<", "quantity")
    .where("active", "=", true)
    .where("visible", "=", true)
    .returningAll()
    .executeTakeFirst();
  if (taken) return taken;
  const now = await tx
    .selectFrom("tickets")
    .select(["active", "visible"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
  if (!now) throw new Problem("ticket.not_found");
  throw new Problem(now.active && now.visible ? "ticket.sold_out" : "ticket.inactive");
}
