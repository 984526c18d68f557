import type { Purchase } from "@saha/contract";

/**
 * Picks the ticket that its holder needs next: unused before used, then the nearest day. `opening` is the earliest day
 * that is not over (rules §4); what is over is not picked.
 */
export function nextTicket(live: readonly Purchase[], opening: string): Purchase | undefined {
  const isUsed = ({ status }: Purchase) => Number(status === "USED_FOR_FEATURE");
  return live
    .filter(({ ticket }) => ticket.day >= opening)
    .sort((a, b) => isUsed(a) - isUsed(b) || a.ticket.day.localeCompare(b.ticket.day))[0];
}
