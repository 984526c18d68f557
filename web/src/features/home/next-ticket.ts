import type { Purchase } from "@saha/contract";
import { eventToday } from "../../text/format.ts";

/** The ticket that its holder needs next: unused before used, today's or the nearest day to come before past ones. */
export function nextTicket(live: readonly Purchase[], today = eventToday()): Purchase | undefined {
  const rank = ({ ticket, status }: Purchase) => {
    if (ticket.day >= today) return status === "USED_FOR_FEATURE" ? 1 : 0;
    return 2;
  };
  return live.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    return rank(a) === 2 ? b.ticket.day.localeCompare(a.ticket.day) : a.ticket.day.localeCompare(b.ticket.day);
  })[0];
}
