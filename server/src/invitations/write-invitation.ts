import { email, type Language } from "@saha/contract";
import type { Database } from "../database/database.ts";
import { composeDraft, eventColours, isolate } from "../mail/compose-draft.ts";
import type { Written } from "../mail/mail.ts";
import { mailWords } from "../text/mail.ts";
import { type EventDays, isOver } from "../tickets/event-day.ts";
import { showInvitationCode } from "./invitation-code.ts";
import type { InvitationLetter } from "./mail-invitation.ts";

type Parts = { database: Database; publicUrl: string; clock: () => Date; days: EventDays };

/**
 * Writes the mail of an invitation as things stand when it leaves, which may be days later; none for a code that was
 * redeemed meanwhile, is gone, whose day is over, or which is meant for somebody else by now. While its ticket is
 * stopped it waits: dropped, it was shown as mailed for good after a pause of seconds.
 */
export async function writeInvitation(
  { database, publicUrl, clock, days }: Parts,
  { codeId, address, language }: InvitationLetter,
): Promise<Written> {
  const row = await database.query
    .selectFrom("invitationCodes")
    .innerJoin("tickets", "tickets.id", "invitationCodes.ticketId")
    .select(["code", "sentTo", "title", "day", "active", "ticketInviter"])
    .where("invitationCodes.id", "=", codeId)
    .where("purchaseId", "is", null)
    .executeTakeFirst();
  if (!row || email.safeParse(row.sentTo).data !== address || isOver(row.day, clock(), days)) return [];
  if (!row.active) return "not yet";
  const code = showInvitationCode(row.code);
  const { invitation, openInvitation } = mailWords[language];
  const words = invitation({
    title: isolate(row.title),
    day: dayText(row.day, language),
    by: row.ticketInviter ? isolate(row.ticketInviter) : null,
    code,
  });
  const link = { label: openInvitation, address: `${publicUrl}/ticket/invitation?code=${code}` };
  return [composeDraft({ to: address, language, words, colours: await eventColours(database), link })];
}

const dayNames = {
  ar: new Intl.DateTimeFormat("ar-EG-u-nu-latn", { timeZone: "UTC", dateStyle: "full" }),
  en: new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "full" }),
};

function dayText(day: string, language: Language): string {
  return dayNames[language].format(new Date(`${day}T00:00:00Z`));
}
