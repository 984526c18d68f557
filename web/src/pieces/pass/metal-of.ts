import { Category, type Ticket } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { typeName } from "../../text/type-name.ts";
import type { Metal } from "../../ui/theme/metals.ts";

/** What of a ticket decides how its pass looks. */
export type Typed = Pick<Ticket, "categoryId" | "type">;

const metals = { Silver: "silver", Gold: "gold", Premium: "premium" } as const;

/**
 * Picks what a pass is made of: invitation and paid tickets have their own, free ones their type's; without a type a
 * plain plate.
 */
export function metalOf({ categoryId, type }: Typed): Metal {
  if (categoryId === Category.Invitation) return "invitation";
  if (categoryId === Category.Paid) return "paid";
  return type ? metals[type] : "plain";
}

/** Names a pass's type in a word; null for a ticket without one. */
export function passName(ticket: Typed): string | null {
  if (ticket.categoryId === Category.Invitation) return m.format_type_invitation();
  if (ticket.categoryId === Category.Paid) return m.format_type_paid();
  return ticket.type && typeName(ticket.type);
}
