import type { Purchase } from "@saha/contract";
import { serverDate } from "../../server-clock.ts";
import { m } from "../../text/compiled/messages.js";
import { dayName, eventToday, openingDay } from "../../text/format.ts";
import { statusName } from "../../text/status-name.ts";

/** What a gate would say of a held ticket now: too early, let in, already in, used up, or its day is over. */
export type Validity = "before" | "valid" | "entered" | "used" | "over";

/** A held ticket, as far as its being let in goes. */
export type Held = Pick<Purchase, "status"> & { ticket: Pick<Purchase["ticket"], "day"> };

/**
 * Judges a held ticket as the gate would now (rules §4): from midnight until the event's day ends yesterday's and
 * today's are both let in.
 */
export function validityOf({ status, ticket: { day } }: Held, now = serverDate()): Validity {
  if (status === "USED_FOR_FEATURE") return "used";
  if (day < openingDay(now)) return "over";
  if (status === "USED_FOR_ENTRY") return "entered";
  return day <= eventToday(now) ? "valid" : "before";
}

/** Says it in words; before its day that is the day. */
export function validityText(held: Held, now = serverDate()): string {
  const validity = validityOf(held, now);
  if (validity === "over") return m.format_over();
  return validity === "before" ? dayName(held.ticket.day, now) : statusName(held.status);
}
