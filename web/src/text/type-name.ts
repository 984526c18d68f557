import type { Ticket } from "@saha/contract";
import { m } from "./compiled/messages.js";

export type TicketType = NonNullable<Ticket["type"]>;

const names: Record<TicketType, () => string> = {
  Silver: m.format_type_silver,
  Gold: m.format_type_gold,
  Premium: m.format_type_premium,
};

/** Names a ticket's type in the language of the screen. */
export function typeName(type: TicketType): string {
  return names[type]();
}
