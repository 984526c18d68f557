import type { Purchase } from "@saha/contract";

/**
 * Picks the ticket that its holder needs next. That of a running day is first, used up or not: where the one of the
 * next evening took its place after midnight, when the gate admits both, who came back in with it lost that evening.
 * Then unused before used, and the nearest day. `opening` is the earliest day that is not over (rules §4).
 */
export function nextTicket(
  live: readonly Purchase[],
  { today, opening }: { today: string; opening: string },
): Purchase | undefined {
  const isUsedUp = ({ status, ticket }: Purchase) => Number(status === "USED_FOR_FEATURE" && ticket.day > today);
  return live
    .filter(({ ticket }) => ticket.day >= opening)
    .sort((a, b) => isUsedUp(a) - isUsedUp(b) || a.ticket.day.localeCompare(b.ticket.day))[0];
}
