import type { Purchase } from "@saha/contract";
import { useState } from "react";

type Days = { today: string; opening: string };

/**
 * A holder's tickets: cancelled ones hidden (spec §4), the next day first, what is over or used up last. One that is
 * used up while it is shown keeps its place: under the scanner the code of another day would come into it.
 */
export function useShownPurchases(purchases: readonly Purchase[] | undefined, days: Days): Purchase[] {
  const [used, setUsed] = useState<readonly number[]>();
  if (purchases && !used) setUsed(usedUp(purchases, days));
  return shownPurchases(purchases ?? [], days, used);
}

/**
 * The tickets of later days that are used up. That of a running day keeps its place: after midnight, when the gate
 * admits both, the next evening's in it would be shown and used up for it.
 */
function usedUp(purchases: readonly Purchase[], { today }: Days): readonly number[] {
  const used = purchases.filter(({ status, ticket }) => status === "USED_FOR_FEATURE" && ticket.day > today);
  return used.map(({ id }) => id);
}

function shownPurchases(purchases: readonly Purchase[], { opening }: Days, used: readonly number[] = []): Purchase[] {
  const isPast = (purchase: Purchase) => Number(purchase.ticket.day < opening || used.includes(purchase.id));
  return purchases
    .filter((purchase) => purchase.status !== "INACTIVE")
    .sort((a, b) => isPast(a) - isPast(b) || a.ticket.day.localeCompare(b.ticket.day) || a.id - b.id);
}
