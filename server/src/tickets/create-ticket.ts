import { type api, Category, type Input } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { cleanHtml } from "../text/html.ts";
import { newInvitationCode } from "./ticket-code.ts";

type NewTicket = Input<typeof api.tickets.create>["body"];

/** Adds a ticket; an invitation ticket gets one code for each of its places. Throws `category.not_found` (rules §4). */
export async function createTicket(tx: Tx, { category, type, ticketInviter, ...fields }: NewTicket): Promise<number> {
  const known = await tx
    .selectFrom("ticketCategories")
    .select("id")
    .where("id", "=", category)
    .forKeyShare()
    .executeTakeFirst();
  if (!known) throw new Problem("category.not_found", { field: "category" });
  const isInvitation = category === Category.Invitation;
  const { id } = await tx
    .insertInto("tickets")
    .values({
      ...fields,
      features: cleanHtml(fields.features),
      categoryId: category,
      type: category === Category.Free ? (type ?? "Silver") : null,
      ticketInviter: isInvitation ? (ticketInviter ?? "") : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (isInvitation) await makeCodes(tx, id, fields.quantity);
  return id;
}

async function makeCodes(tx: Tx, ticketId: number, count: number): Promise<void> {
  const batch = 5000;
  for (let made = 0; made < count; made += batch) {
    const codes = Array.from({ length: Math.min(batch, count - made) }, () => ({
      ticketId,
      code: newInvitationCode(),
    }));
    await tx.insertInto("invitationCodes").values(codes).execute();
  }
}
