import { email, type Language } from "@saha/contract";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { type EventDays, isOver } from "../tickets/event-day.ts";

/** An invitation on its way to whoever it was noted for. */
export type InvitationLetter = { codeId: number; address: string; language: Language };

declare module "../mail/mail.ts" {
  interface Letters {
    invitation: InvitationLetter;
  }
}

/**
 * Queues the letter of a code in the transaction that notes when, behind the codes that somebody waits for. Locks the
 * code, so that its letter goes to the address that stands there. Throws `invitation.not_found`, `no_address` where
 * what was noted is no email, `used`, and `ticket.inactive` and `over`, since nobody could redeem it (rules §3, §4).
 */
export async function mailInvitation(
  tx: Tx,
  mail: Core["mail"],
  { id, language }: { id: number; language: Language },
  { now, days }: { now: Date; days: EventDays },
): Promise<void> {
  const code = await tx
    .selectFrom("invitationCodes")
    .innerJoin("tickets", "tickets.id", "invitationCodes.ticketId")
    .select(["sentTo", "purchaseId", "active", "day"])
    .where("invitationCodes.id", "=", id)
    .forNoKeyUpdate("invitationCodes")
    .executeTakeFirst();
  if (!code) throw new Problem("invitation.not_found");
  if (code.purchaseId !== null) throw new Problem("invitation.used");
  if (!code.active) throw new Problem("ticket.inactive");
  if (isOver(code.day, now, days)) throw new Problem("ticket.over");
  const address = email.safeParse(code.sentTo);
  if (!address.success) throw new Problem("invitation.no_address");
  await tx.updateTable("invitationCodes").set({ mailedAt: sql`now()` }).where("id", "=", id).execute();
  await mail.send(tx, { kind: "invitation", codeId: id, address: address.data, language }, { canWait: true });
}
