import { Role } from "@saha/contract";
import type { Tx } from "../database.ts";
import { Problem } from "../problem.ts";
import { tellHolders } from "./ticket-news.ts";

/**
 * Deletes a purchase and gives its place back to the ticket. An attendee gives back an own unused one only; an
 * administrator deletes any; the holder's open screens hear of it. Locks user, ticket, purchase. Throws `purchase.not_found` (also for another's) and
 * `purchase.not_active` (rules §4).
 */
export async function giveBackTicket(tx: Tx, actor: { id: number; roleId: Role }, purchaseId: number): Promise<void> {
  const isAdmin = actor.roleId === Role.Admin;
  const found = await tx
    .selectFrom("purchases")
    .select(["userId", "ticketId"])
    .where("id", "=", purchaseId)
    .$if(!isAdmin, (query) => query.where("userId", "=", actor.id))
    .executeTakeFirst();
  if (!found) throw new Problem("purchase.not_found");
  await tx.selectFrom("users").select("id").where("id", "=", found.userId).forNoKeyUpdate().execute();
  await tx.selectFrom("tickets").select("id").where("id", "=", found.ticketId).forNoKeyUpdate().execute();
  const gone = await tx
    .deleteFrom("purchases")
    .where("id", "=", purchaseId)
    .$if(!isAdmin, (query) => query.where("status", "=", "ACTIVE"))
    .returning("status")
    .executeTakeFirst();
  if (!gone) throw new Problem((await exists(tx, purchaseId)) ? "purchase.not_active" : "purchase.not_found");
  tellHolders(tx, found.ticketId, [found.userId]);
  if (gone.status === "INACTIVE") return;
  await tx
    .updateTable("tickets")
    .set((was) => ({ purchased: was("purchased", "-", 1) }))
    .where("id", "=", found.ticketId)
    .execute();
}

async function exists(tx: Tx, purchaseId: number): Promise<boolean> {
  return !!(await tx.selectFrom("purchases").select("id").where("id", "=", purchaseId).executeTakeFirst());
}
