import { Category } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { type EventDays, isOver } from "../tickets/event-day.ts";
import { lockUser } from "../tickets/reserve-ticket.ts";
import type { NewPurchase } from "../tickets/ticket-code.ts";
import { tellHolders } from "../tickets/ticket-news.ts";
import { type PurchaseRow, ticketColumns, withTicket } from "../tickets/ticket-view.ts";

/**
 * Redeems an invitation code: takes the place of its ticket once, counts the redemption against the one limit, and
 * makes the user's unused free ticket of that day give way. Locks user, tickets by id, the purchase that gives way,
 * code, max. Throws `invitation.unknown`, `used` and `max_reached`, `ticket.inactive`, `over`, `invited_that_day` and
 * `day_taken`, the last for another live ticket of that day that is not an unused free one (rules §4).
 */
export async function redeemInvitation(
  tx: Tx,
  userId: number,
  code: string | undefined,
  made: NewPurchase,
  when: { now: Date; days: EventDays },
): Promise<PurchaseRow> {
  await lockUser(tx, userId);
  const invitation = code === undefined ? undefined : await look(tx, userId, code);
  if (!invitation) throw new Problem("invitation.unknown", { field: "invitationCode" });
  const { ticketId, heldId, heldCategory, heldStatus, heldTicketId } = invitation;
  if (invitation.purchaseId !== null) throw new Problem("invitation.used");
  if (!invitation.active) throw new Problem("ticket.inactive");
  if (isOver(invitation.day, when.now, when.days)) throw new Problem("ticket.over");
  if (heldCategory === Category.Invitation) throw new Problem("ticket.invited_that_day");
  if (heldId !== null && (heldCategory !== Category.Free || heldStatus !== "ACTIVE")) {
    throw new Problem("ticket.day_taken");
  }
  // Looked at before anything is held: what can't be redeemed any more is pressed for over and over.
  if (await isLimitReached(tx)) throw new Problem("invitation.max_reached");
  await lockTickets(tx, [ticketId, ...(heldTicketId === null ? [] : [heldTicketId])]);
  if (heldId !== null && heldTicketId !== null) {
    await giveWay(tx, { id: heldId, ticketId: heldTicketId, userId, day: invitation.day });
  }
  const row = await takePlace(tx, userId, ticketId, made);
  await claimCode(tx, invitation.id, row.id);
  await countRedemption(tx);
  return row;
}

/** The code with its ticket, and the live ticket that the user has for that day. */
function look(tx: Tx, userId: number, code: string) {
  return tx
    .selectFrom("invitationCodes")
    .innerJoin("tickets", "tickets.id", "invitationCodes.ticketId")
    .leftJoin("purchases as held", (join) =>
      join.onRef("held.day", "=", "tickets.day").on("held.userId", "=", userId).on("held.status", "!=", "INACTIVE"),
    )
    .leftJoin("tickets as heldTicket", "heldTicket.id", "held.ticketId")
    .select([
      "invitationCodes.id",
      "invitationCodes.purchaseId",
      "invitationCodes.ticketId",
      "tickets.active",
      "tickets.day",
      "held.id as heldId",
      "held.status as heldStatus",
      "held.ticketId as heldTicketId",
      "heldTicket.categoryId as heldCategory",
    ])
    .where("code", "=", code)
    .executeTakeFirst();
}

async function lockTickets(tx: Tx, ids: number[]): Promise<void> {
  await tx.selectFrom("tickets").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();
}

type Held = { id: number; ticketId: number; userId: number; day: string };

/**
 * Makes the unused free ticket INACTIVE and gives its place back. One that the gate has taken meanwhile stays, and the
 * code with it; so does one that was moved to another day, which nothing stands against.
 */
async function giveWay(tx: Tx, { id, ticketId, userId, day }: Held): Promise<void> {
  const gone = await tx
    .updateTable("purchases")
    .set({ status: "INACTIVE", updatedAt: sql`now()` })
    .where("id", "=", id)
    .where("status", "=", "ACTIVE")
    .where("day", "=", day)
    .returning("id")
    .executeTakeFirst();
  if (!gone) {
    const now = await tx.selectFrom("purchases").select("day").where("id", "=", id).executeTakeFirst();
    if (now && now.day !== day) return;
    throw new Problem("ticket.day_taken");
  }
  await tx
    .updateTable("tickets")
    .set((was) => ({ purchased: was("purchased", "-", 1) }))
    .where("id", "=", ticketId)
    .execute();
  await forgetOlder(tx, { userId, day, than: id });
  tellHolders(tx, ticketId, [userId]);
}

/**
 * Deletes what gave way before on that day, as if it had been given back: one stays in sight. With one code that is
 * given back each time anybody leaves twenty an hour, and the list of own tickets reads them all.
 */
async function forgetOlder(tx: Tx, { userId, day, than }: { userId: number; day: string; than: number }) {
  await sql`
    with gone as (
      delete from purchases
      where user_id = ${userId} and day = ${day} and status = 'INACTIVE' and id <> ${than}
        and not exists (select from invitation_codes where purchase_id = purchases.id)
      returning uuid, short_code_hash, user_id, day, ticket_id)
    insert into returned_tickets (uuid, short_code_hash, user_id, day, ticket_title, is_by_holder)
    select uuid, short_code_hash, user_id, gone.day, title, true from gone join tickets on tickets.id = ticket_id
  `.execute(tx);
}

async function takePlace(tx: Tx, userId: number, ticketId: number, made: NewPurchase): Promise<PurchaseRow> {
  const ticket = await tx
    .updateTable("tickets")
    .set((was) => ({ purchased: was("purchased", "+", 1) }))
    .where("id", "=", ticketId)
    .where("active", "=", true)
    .whereRef("purchased", "<", "quantity")
    .returning(["day", ...ticketColumns])
    .executeTakeFirst();
  if (!ticket) {
    const now = await tx.selectFrom("tickets").select("active").where("id", "=", ticketId).executeTakeFirst();
    // Each code has a place of its own: where none is left, this code too was used meanwhile.
    throw new Problem(now?.active ? "invitation.used" : "ticket.inactive");
  }
  const bought = await tx
    .insertInto("purchases")
    .values({ ...made, userId, ticketId, day: ticket.day, price: ticket.price })
    .returning(["id", "uuid", "userId", "ticketId", "status", "lastQrEntryScan", "lastQrFeatureScan", "createdAt"])
    .executeTakeFirstOrThrow();
  return withTicket({ ...bought, ...ticket });
}

/** The one guarded statement by which a code is used once, whoever else types it. */
async function claimCode(tx: Tx, id: number, purchaseId: number): Promise<void> {
  const claimed = await tx
    .updateTable("invitationCodes")
    .set({ purchaseId })
    .where("id", "=", id)
    .where("purchaseId", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) throw new Problem("invitation.used");
}

async function isLimitReached(tx: Tx): Promise<boolean> {
  const reached = await tx
    .selectFrom("redemptions")
    .select("id")
    .whereRef("redeemed", ">=", "maxRedeem")
    .executeTakeFirst();
  return reached !== undefined;
}

/**
 * The one guarded statement by which the limit of all redemptions is kept; last, so that it is held for the shortest
 * time.
 */
async function countRedemption(tx: Tx): Promise<void> {
  const counted = await tx
    .updateTable("redemptions")
    .set((was) => ({ redeemed: was("redeemed", "+", 1) }))
    .where((where) => where.or([where("maxRedeem", "is", null), where("redeemed", "<", where.ref("maxRedeem"))]))
    .returning("id")
    .executeTakeFirst();
  if (!counted) throw new Problem("invitation.max_reached");
}
