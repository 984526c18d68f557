import { type PurchaseStatus, Role } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { type EventDays, isOver } from "./event-day.ts";
import { tellHolders } from "./ticket-news.ts";

/**
 * Deletes a purchase and gives its place back to the ticket, an invitation's code too. An attendee gives back an own
 * unused one of a day to come only; an administrator deletes any, yet none that was let in since it was shown as
 * unused; the holder's open screens hear of it, and the gate remembers it. Locks user, ticket, purchase, code, max.
 * Throws `purchase.not_found` (also for another's), `purchase.not_active`, `request.outdated` and `ticket.over`
 * (rules §4; 0203).
 */
export async function giveBackTicket(
  tx: Tx,
  actor: { id: number; roleId: Role },
  { purchaseId, status }: { purchaseId: number; status?: PurchaseStatus | undefined },
  when: { now: Date; days: EventDays },
): Promise<void> {
  const isAdmin = actor.roleId === Role.Admin;
  const found = await tx
    .selectFrom("purchases")
    .innerJoin("tickets", "tickets.id", "purchases.ticketId")
    .select(["userId", "ticketId", "purchases.day", "title"])
    .where("purchases.id", "=", purchaseId)
    .$if(!isAdmin, (query) => query.where("userId", "=", actor.id))
    .executeTakeFirst();
  if (!found) throw new Problem("purchase.not_found");
  if (!isAdmin && isOver(found.day, when.now, when.days)) throw new Problem("ticket.over");
  await tx.selectFrom("users").select("id").where("id", "=", found.userId).forNoKeyUpdate().execute();
  await tx.selectFrom("tickets").select("id").where("id", "=", found.ticketId).forNoKeyUpdate().execute();
  const code = await tx
    .selectFrom("invitationCodes")
    .select("id")
    .where("purchaseId", "=", purchaseId)
    .executeTakeFirst();
  const gone = await tx
    .deleteFrom("purchases")
    .where("id", "=", purchaseId)
    .$if(!isAdmin, (query) => query.where("status", "=", "ACTIVE"))
    .returning(["status", "uuid", "shortCodeHash"])
    .executeTakeFirst();
  if (!gone) throw new Problem((await exists(tx, purchaseId)) ? "purchase.not_active" : "purchase.not_found");
  if (status !== undefined && gone.status !== status) throw new Problem("request.outdated");
  const { uuid, shortCodeHash } = gone;
  const memory = { userId: found.userId, ticketTitle: found.title, day: found.day, isByHolder: !isAdmin };
  await tx
    .insertInto("returnedTickets")
    .values({ uuid, shortCodeHash, ...memory })
    .execute();
  tellHolders(tx, found.ticketId, [found.userId]);
  if (code) await uncountRedemption(tx);
  if (gone.status === "INACTIVE") return;
  await tx
    .updateTable("tickets")
    .set((was) => ({ purchased: was("purchased", "-", 1) }))
    .where("id", "=", found.ticketId)
    .execute();
}

/** Its code was let go by the deletion itself, through the foreign key. */
async function uncountRedemption(tx: Tx): Promise<void> {
  await tx
    .updateTable("redemptions")
    .set((was) => ({ redeemed: was("redeemed", "-", 1) }))
    .execute();
}

async function exists(tx: Tx, purchaseId: number): Promise<boolean> {
  return !!(await tx.selectFrom("purchases").select("id").where("id", "=", purchaseId).executeTakeFirst());
}
