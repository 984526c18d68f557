import { Category, type Scan } from "@saha/contract";
import type { Refusal } from "../../api.ts";
import type { PassTicket } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import { dayText, momentText, openingDay, priceText } from "../../text/format.ts";
import { typeName } from "../../text/type-name.ts";
import type { Fact, Verdict } from "../../ui/verdict/verdict.tsx";
import type { Outcome, ScanKind } from "./outcome.ts";

/**
 * What the guard sees and hears of a scan: green lets through, amber lets through and collects money, red stops, grey
 * is no answer.
 */
export function verdictOf(kind: ScanKind, outcome: Outcome, wasTyped = false): Verdict {
  switch (outcome.kind) {
    case "admitted":
      return admitted(kind, outcome.scan);
    case "refused":
      return refused(kind, outcome.refusal, wasTyped);
    case "lost":
      return {
        tone: "grey",
        word: m.scans_lost_word(),
        sentence: outcome.sentence,
        hint: m.scans_lost_hint(),
        facts: [],
      };
  }
}

/**
 * The pass as its holder knows it, where the server tells which ticket it is: in its metal who is let in, without it
 * who is not.
 */
export function passOf(outcome: Outcome): { ticket: PassTicket; isGone: boolean } | null {
  if (outcome.kind === "lost") return null;
  const isGone = outcome.kind === "refused";
  const told: Details = outcome.kind === "refused" ? outcome.refusal.details : { ticket: outcome.scan.ticket };
  const { ticket, title, day = "" } = told;
  if (ticket) return { ticket: { ...ticket, id: 0, day: (day || ticket.day) ?? "" }, isGone };
  // Of a ticket that was given back only title and day are remembered.
  return title ? { ticket: { id: 0, title, day, type: null, categoryId: Category.Free }, isGone } : null;
}

/**
 * What the guard is told of an admitted ticket of another day than the running one: after midnight the gate takes the
 * next evening's too, which often has the same title, and whose day is the calendar's today (0211). An answer kept from
 * an older version names no day.
 */
function otherDayHint({ day }: Scan["ticket"]): string | null {
  const running = openingDay();
  return day && day !== running ? m.scans_other_day_hint({ day: dayText(day), running: dayText(running) }) : null;
}

function admitted(kind: ScanKind, { ticket, user }: Scan): Verdict {
  const owes = kind === "entry" && ticket.price > 0;
  const hints = [otherDayHint(ticket), owes && m.scans_collect_hint()];
  return {
    tone: owes ? "amber" : "green",
    word: owes
      ? m.scans_collect({ sum: priceText(ticket.price) })
      : kind === "entry"
        ? m.scans_enter_word()
        : m.scans_food_word(),
    sentence: m.scans_validated(),
    hint: hints.filter(Boolean).join(" ") || null,
    person: user,
    facts: ticketFacts(ticket),
  };
}

/** The one word for each refusal; the sentence below it is the server's. */
function wordOf(refusal: Refusal): string {
  switch (refusal.code) {
    case "ticket.already_used":
      return m.scans_used_word();
    case "ticket.wrong_day":
      return m.scans_wrong_day_word();
    case "ticket.cancelled":
      return m.scans_cancelled_word();
    case "ticket.given_back":
      return m.scans_given_back_word();
    case "ticket.holder_blocked":
      return m.scans_blocked_word();
    case "ticket.not_entered":
      return m.scans_not_entered_word();
    case "ticket.unknown":
    case "request.invalid":
    case "request.broken":
      return m.scans_unknown_word();
    case "scan.too_many_unknown":
      return m.scans_paused_word();
    default:
      return m.scans_refused_word();
  }
}

/** What the guard can do about it, by how the code was read. */
function hintOf(kind: ScanKind, refusal: Refusal, wasTyped: boolean): string | null {
  switch (refusal.code) {
    case "ticket.wrong_day":
      return m.scans_wrong_day_hint();
    case "ticket.not_entered":
      return m.scans_not_entered_hint();
    case "ticket.holder_blocked":
      return m.scans_blocked_hint();
    case "ticket.unknown":
    case "request.invalid":
    case "request.broken":
      return wasTyped ? m.scans_unknown_typed_hint() : m.scans_unknown_hint();
    case "ticket.cancelled":
      return m.scans_cancelled_hint();
    case "ticket.given_back":
      return m.scans_given_back_hint();
    case "scan.too_many_unknown":
      return refusal.retryAfter ? m.scans_paused_hint({ count: Math.ceil(refusal.retryAfter / 60) }) : null;
    case "ticket.already_used":
      return kind === "entry" ? m.scans_used_entry_hint() : m.scans_used_food_hint();
    default:
      return null;
  }
}

/** What the server tells of a ticket that it knows but refuses (rules §4); every part may be missing. */
type Details = {
  user?: { username?: string; name?: string | null; avatar?: string | null };
  /** Of a ticket that is not there any more. */
  title?: string;
  ticket?: Scan["ticket"];
  day?: string;
  at?: string | null;
  by?: { username: string; name: string | null } | null;
  gate?: string | null;
};

function refused(kind: ScanKind, refusal: Refusal, wasTyped: boolean): Verdict {
  const { user, title, ticket, day, at, by, gate } = refusal.details as Details;
  const facts: Fact[] = [];
  if (refusal.code === "ticket.already_used") {
    if (at) facts.push({ id: "at", label: m.scans_fact_at(), value: momentText(at), isLoud: true, isCode: true });
    if (gate) facts.push({ id: "gate", label: m.scans_fact_gate(), value: gate, isLoud: true });
    if (by) facts.push({ id: "by", label: m.scans_fact_by(), ...named(by), isLoud: true });
  }
  if (refusal.code === "ticket.given_back" && at) {
    facts.push({ id: "at", label: m.scans_fact_given_back_at(), value: momentText(at), isLoud: true, isCode: true });
  }
  if (title) facts.push({ id: "ticket", label: m.scans_fact_ticket(), value: title });
  if (refusal.code === "ticket.wrong_day" && day) {
    facts.push({ id: "day", label: m.scans_fact_day(), value: dayText(day), isLoud: true });
  }
  if (ticket) facts.push(...ticketFacts(ticket).filter(({ id }) => id !== "category"));
  return {
    tone: "red",
    word: wordOf(refusal),
    sentence: refusal.message || m.scans_failed(),
    hint: hintOf(kind, refusal, wasTyped),
    person: user?.username ? { username: user.username, name: user.name ?? null, avatar: user.avatar ?? null } : null,
    facts,
  };
}

/** The name that people know each other by, the username small beneath it. */
function named({ username, name }: { username: string; name: string | null }) {
  return name ? { value: name, small: username } : { value: username };
}

function ticketFacts({ title, type, categoryId, ticketInviter, price }: Scan["ticket"]): Fact[] {
  return [
    { id: "ticket", label: m.scans_fact_ticket(), value: title },
    ...(type ? [{ id: "type", label: m.scans_fact_type(), value: typeName(type) }] : []),
    { id: "category", label: m.scans_fact_category(), value: categoryText(categoryId, price) },
    ...(ticketInviter ? [{ id: "inviter", label: m.scans_fact_inviter(), value: ticketInviter }] : []),
  ];
}

function categoryText(categoryId: number, price: number): string {
  switch (categoryId) {
    case Category.Free:
      return price > 0 ? m.scans_category_reserved() : m.scans_category_free();
    case Category.Invitation:
      return m.scans_category_invitation();
    case Category.Paid:
      return m.scans_category_paid();
    default:
      return m.scans_category_other();
  }
}
