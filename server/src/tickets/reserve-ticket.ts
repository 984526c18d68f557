import { Category, Role } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import { type EventDays, isOver } from "./event-day.ts";
import type { NewPurchase } from "./ticket-code.ts";
import { type PurchaseRow, ticketColumns, withTicket } from "./ticket-view.ts";

type Shown = { price?: number | undefined; day?: string | undefined };

/**
 * Takes one place of a free ticket for a user: never more than there are, never two live tickets a day, in whatever
 * order people press; and none whose price or day are other ones than the caller was shown, when they say so: a page
 * hears of no change. Locks the user, then the ticket. Throws `ticket.not_found`, `invitation_only`, `inactive`,
 * `changed`, `over`, `sold_out`, `day_taken` or `invited_that_day` (rules §4).
 */
export async function reserveTicket(
  tx: Tx,
  userId: number,
  { ticketId, ...shown }: Shown & { ticketId: number },
  made: NewPurchase,
  when: { now: Date; days: EventDays },
): Promise<PurchaseRow> {
  await lockUser(tx, userId);
  const [ticket] = await tx.run(look, { userId, ticketId });
  if (!ticket) throw new Problem("ticket.not_found");
  if (ticket.categoryId === Category.Invitation) throw new Problem("ticket.invitation_only");
  if (!ticket.active || !ticket.visible) throw new Problem("ticket.inactive");
  refuseChanged(ticket, shown);
  if (isOver(ticket.day, when.now, when.days)) throw new Problem("ticket.over");
  if (ticket.heldCategory !== null) {
    throw new Problem(ticket.heldCategory === Category.Invitation ? "ticket.invited_that_day" : "ticket.day_taken");
  }
  if (ticket.purchased >= ticket.quantity) throw new Problem("ticket.sold_out");
  return takePlace(tx, userId, ticketId, shown, made);
}

function refuseChanged(ticket: { price: number; day: string }, { price, day }: Shown): void {
  if ((price ?? ticket.price) !== ticket.price || (day ?? ticket.day) !== ticket.day)
    throw new Problem("ticket.changed");
}

/**
 * Locks a user for a purchase; whoever was deleted or blocked since the session was looked at takes no place any more.
 */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  const [user] = await tx.run(lockedUser, { userId });
  const mayTake = user?.roleId === Role.User && !user.isBlocked && user.deletedAt === null;
  if (!mayTake) throw new Problem("auth.required");
}

function lockedUser(query: Query, { userId }: Given<{ userId: number }>) {
  return query
    .selectFrom("users")
    .select(["isBlocked", "deletedAt", "roleId"])
    .where("id", "=", userId)
    .forNoKeyUpdate();
}

/** The ticket, and the category of the live one that the user has for its day. */
function look(query: Query, { userId, ticketId }: Given<{ userId: number; ticketId: number }>) {
  return query
    .selectFrom("tickets")
    .select(["categoryId", "active", "visible", "price", "day", "purchased", "quantity"])
    .select((of) =>
      of
        .selectFrom("purchases")
        .innerJoin("tickets as held", "held.id", "purchases.ticketId")
        .select("held.categoryId")
        .where("userId", "=", userId)
        .whereRef("purchases.day", "=", "tickets.day")
        .where("status", "!=", "INACTIVE")
        .limit(1)
        .as("heldCategory"),
    )
    .where("id", "=", ticketId);
}

/** Takes the place, or says why there is none. */
async function takePlace(tx: Tx, userId: number, ticketId: number, shown: Shown, made: NewPurchase) {
  const { price = null, day = null } = shown;
  const { uuid, shortCodeHash } = made;
  const [taken] = await tx.run(take, { userId, ticketId, price, day, uuid, shortCodeHash });
  if (taken) return withTicket(taken);
  const now = await tx
    .selectFrom("tickets")
    .select(["active", "visible", "price", "day"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
  if (!now) throw new Problem("ticket.not_found");
  refuseChanged(now, shown);
  throw new Problem(now.active && now.visible ? "ticket.sold_out" : "ticket.inactive");
}

type Taken = { userId: number; ticketId: number; price: number | null; day: string | null } & NewPurchase;

/** The one guarded statement that stock is taken by, and what is bought; it holds the ticket until the commit. */
function take(query: Query, { userId, ticketId, price, day, uuid, shortCodeHash }: Given<Taken>) {
  return query
    .with("taken", (cte) =>
      cte
        .updateTable("tickets")
        .set((was) => ({ purchased: was("purchased", "+", 1) }))
        .where("id", "=", ticketId)
        .whereRef("purchased", "<", "quantity")
        .where("active", "=", true)
        .where("visible", "=", true)
        .where("price", "=", sql<number>`coalesce(${price}, price)`)
        .where("day", "=", sql<string>`coalesce(${day}::date, day)`)
        .returning(["id", "day", ...ticketColumns]),
    )
    .with("bought", (cte) =>
      cte
        .insertInto("purchases")
        .columns(["uuid", "shortCodeHash", "userId", "ticketId", "day", "price"])
        .expression((from) =>
          from
            .selectFrom("taken")
            .select([
              sql<string>`${uuid}::uuid`.as("uuid"),
              sql<Buffer>`${shortCodeHash}::bytea`.as("shortCodeHash"),
              sql<number>`${userId}::int`.as("userId"),
              "id",
              "day",
              "price",
            ]),
        )
        .returning(["id", "uuid", "userId", "ticketId", "status", "lastQrEntryScan", "lastQrFeatureScan", "createdAt"]),
    )
    .selectFrom("bought")
    .innerJoin("taken", "taken.id", "bought.ticketId")
    .selectAll("bought")
    .select(["taken.day", ...ticketColumns]);
}
