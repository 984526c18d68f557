import { email, type Language } from "@saha/contract";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { type EventDays, isOver } from "../tickets/event-day.ts";
import { refuseChanged, type ShownCode } from "./refuse-changed.ts";

/** An invitation on its way to whoever it was noted for. */
export type InvitationLetter = { codeId: number; address: string; language: Language };

declare module "../mail/mail.ts" {
  interface Letters {
    invitation: InvitationLetter;
  }
}

/**
 * Queues the letter of a code in the transaction that notes when, behind the codes that somebody waits for. Locks the
 * code, so that its letter goes to the address that stands there. Throws `invitation.not_found`, `changed`,
 * `no_address` where what was noted is no email, `used`, and `ticket.inactive` and `over`, since nobody could redeem it
 * (rules §3, §4).
 */
export async function mailInvitation(
  tx: Tx,
  mail: Core["mail"],
  { id, language, shown }: { id: number; language: Language; shown?: ShownCode },
  { now, days }: { now: Date; days: EventDays },
): Promise<void> {
  const code = await tx
    .selectFrom("invitationCodes")
    .innerJoin("tickets", "tickets.id", "invitationCodes.ticketId")
    .select(["sentTo", "mailedAt", "purchaseId", "active", "day"])
    .where("invitationCodes.id", "=", id)
    .forNoKeyUpdate("invitationCodes")
    .executeTakeFirst();
  if (!code) throw new Problem("invitation.not_found");
  refuseChanged(code, shown);
  if (code.purchaseId !== null) throw new Problem("invitation.used");
  if (!code.active) throw new Problem("ticket.inactive");
  if (isOver(code.day, now, days)) throw new Problem("ticket.over");
  const address = email.safeParse(code.sentTo);
  if (!address.success) throw new Problem("invitation.no_address");
  await tx.updateTable("invitationCodes").set({ mailedAt: sql`now()` }).where("id", "=", id).execute();
  await mail.send(tx, { kind: "invitation", codeId: id, address: address.data, language }, { canWait: true });
}
