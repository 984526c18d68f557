import { Category, type Purchase, type Ticket } from "@saha/contract";
import { dayName } from "../../text/format.ts";

/** Whether a person can take a ticket, and if not, why (spec §4, rules §4). The server has the last word. */
export type Standing =
  | { kind: "open" }
  | { kind: "mine" }
  | { kind: "over" }
  | { kind: "inactive" }
  | { kind: "soldOut" }
  | { kind: "dayTaken"; by: Purchase }
  | { kind: "invited"; by: Purchase };

/**
 * Where a ticket stands for the holder of `mine`; `today` is the event's day, of which yesterday's tickets are over.
 */
export function standingOf(ticket: Ticket, mine: readonly Purchase[], today: string): Standing {
  const live = mine.filter((purchase) => purchase.status !== "INACTIVE");
  if (live.some((purchase) => purchase.ticketId === ticket.id)) return { kind: "mine" };
  if (ticket.day < today) return { kind: "over" };
  if (!ticket.active) return { kind: "inactive" };
  const sameDay = live.find((purchase) => purchase.ticket.day === ticket.day);
  if (sameDay) return { kind: sameDay.ticket.categoryId === Category.Invitation ? "invited" : "dayTaken", by: sameDay };
  if (ticket.purchased >= ticket.quantity) return { kind: "soldOut" };
  return { kind: "open" };
}

/** The visible free tickets, the next day first, days that are over last. */
export function freeTickets(tickets: readonly Ticket[], today: string): Ticket[] {
  return tickets
    .filter((ticket) => ticket.categoryId === Category.Free && ticket.visible)
    .sort((a, b) => Number(a.day < today) - Number(b.day < today) || a.day.localeCompare(b.day) || a.id - b.id);
}

/** Puts tickets in their order under their days. */
export function byDay(tickets: readonly Ticket[]): [day: string, tickets: Ticket[]][] {
  const days = new Map<string, Ticket[]>();
  for (const ticket of tickets) days.set(ticket.day, [...(days.get(ticket.day) ?? []), ticket]);
  return [...days];
}

/** What a ticket is called where its day is not beside it: an event's evenings often have one title. */
export function titleAndDay({ title, day }: Pick<Ticket, "title" | "day">): string {
  return `${title} · ${dayName(day)}`;
}

/** Features as lines (spec §3: newline-separated). */
export function featureLines(features: string): string[] {
  return features
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
