import { api, type ProblemCode, type Scan } from "@saha/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { Offline, Refusal } from "../../api.ts";
import { dayText, openingDay } from "../../text/format.ts";
import { setLanguage } from "../../text/language.ts";
import { failedOutcome } from "./outcome.ts";
import { passOf, verdictOf } from "./verdict-of.ts";

const scan = (price: number, day = openingDay()): Scan => ({
  userId: 5,
  ticket: { categoryId: 2, title: "Day one", type: "Gold", ticketInviter: "Saha", price, day },
  user: { username: "noura", name: "نورة", avatar: null },
  scannedAt: "2026-12-04T18:05:00.000Z",
});
const refuse = (code: ProblemCode, details: Record<string, unknown> = {}, message = `the server on ${code}`) =>
  failedOutcome(new Refusal(409, { code, message, details, requestId: "1" }, 120));
const factsOf = (verdict: ReturnType<typeof verdictOf>) =>
  Object.fromEntries(verdict.facts.map(({ id, value }) => [id, value]));

beforeEach(() => setLanguage("en"));

describe("an admitted ticket", () => {
  it("is green, with its holder, title, type, category and inviter", () => {
    const verdict = verdictOf("entry", { kind: "admitted", scan: scan(0) });
    expect(verdict).toMatchObject({
      tone: "green",
      sentence: "Ticket validated successfully!",
      person: { username: "noura" },
    });
    expect(factsOf(verdict)).toEqual({ ticket: "Day one", type: "Gold", category: "Invitation", inviter: "Saha" });
  });

  it("is amber and names the sum where money is to be collected at the gate", () => {
    const verdict = verdictOf("entry", { kind: "admitted", scan: scan(1150.5) });
    expect(verdict).toMatchObject({ tone: "amber", word: "Collect 1,150.50 EGP" });
  });

  it("is told from the running day's where it is another's: the evenings have one title", () => {
    const other = scan(0, "2031-02-03");
    const hintOf = (of: Scan) => verdictOf("entry", { kind: "admitted", scan: of }).hint;
    const running = dayText(openingDay());
    expect(hintOf(other)).toBe(
      `Mind: this ticket is for Monday 3 February 2031; the evening that is on is that of ${running}.`,
    );
    expect(hintOf(scan(0))).toBeNull();
    const { day: _, ...older } = other.ticket;
    expect(hintOf({ ...other, ticket: older })).toBeNull();
    expect(passOf({ kind: "admitted", scan: { ...other, ticket: older } })?.ticket.day).toBe("");
  });

  it("collects nothing where food is handed out", () => {
    expect(verdictOf("feature", { kind: "admitted", scan: scan(150) }).tone).toBe("green");
  });
});

describe("a refused ticket", () => {
  it("already used: says when in the event's zone, where, by whom, and whose it is", () => {
    const verdict = verdictOf(
      "entry",
      refuse("ticket.already_used", {
        at: "2026-12-04T21:30:00.000Z",
        gate: "East",
        by: { username: "maha", name: "مها إبراهيم" },
        user: { username: "noura", name: "نورة", avatar: null },
        ticket: scan(0).ticket,
        day: "2026-12-04",
      }),
    );
    expect(verdict).toMatchObject({ tone: "red", word: "Already used", person: { username: "noura" } });
    expect(factsOf(verdict)).toMatchObject({
      at: "05/12/2026 - 00:30",
      gate: "East",
      by: "مها إبراهيم",
      ticket: "Day one",
    });
    expect(verdict.facts.find(({ id }) => id === "by")?.small).toBe("maha");
  });

  it("given back: says by whom and when", () => {
    const details = {
      at: "2026-12-04T21:30:00.000Z",
      title: "Day one",
      user: { username: "noura", name: null, avatar: null },
    };
    const verdict = verdictOf("entry", refuse("ticket.given_back", details));
    expect(verdict.person).toMatchObject({ username: "noura" });
    expect(factsOf(verdict)).toEqual({ at: "05/12/2026 - 00:30", ticket: "Day one" });
  });

  it("wrong day: says which day it is for", () => {
    const verdict = verdictOf("entry", refuse("ticket.wrong_day", { day: "2026-12-05" }));
    expect(verdict.word).toBe("Not today");
    expect(factsOf(verdict).day).toMatch(/Saturday 5 December/);
    expect(verdict.hint).toMatch(/today's ticket/);
  });

  it("unknown: what was typed is compared, what was scanned may be no ticket at all", () => {
    const unknown = refuse("ticket.unknown");
    expect(verdictOf("entry", unknown, true).hint).toMatch(/letter by letter/);
    expect(verdictOf("entry", unknown, false).hint).toMatch(/ticket from this site/);
  });

  const words: Partial<Record<ProblemCode, string>> = {
    "ticket.unknown": "Unknown",
    "ticket.already_used": "Already used",
    "ticket.cancelled": "Cancelled",
    "ticket.given_back": "Given back",
    "ticket.wrong_day": "Not today",
    "ticket.holder_blocked": "Blocked",
    "ticket.not_entered": "Not in yet",
    "scan.too_many_unknown": "Please wait",
    "request.invalid": "Unknown",
  };

  it("has a word of its own for every refusal that the contract lists for scans", () => {
    // After too many refusals in all the same code may be sent again: no verdict, with the server's sentence.
    const waits: ProblemCode = "request.too_many";
    expect(verdictOf("feature", refuse(waits))).toMatchObject({ tone: "grey", sentence: `the server on ${waits}` });
    const listed = api.scans.feature.problems.filter((code) => code !== waits);
    for (const code of listed) expect(words[code], code).toBeTruthy();
    for (const [code, word] of Object.entries(words)) {
      const verdict = verdictOf("feature", refuse(code as ProblemCode));
      expect(verdict, code).toMatchObject({ tone: "red", word, sentence: `the server on ${code}` });
    }
  });

  it("without words of the server says that validation failed", () => {
    expect(verdictOf("entry", refuse("ticket.unknown", {}, "")).sentence).toBe("Ticket validation failed!");
  });
});

describe("the pass beneath a verdict", () => {
  it("is in its metal for who is let in", () => {
    expect(passOf({ kind: "admitted", scan: scan(0) })).toMatchObject({
      ticket: { title: "Day one", type: "Gold", categoryId: 2 },
      isGone: false,
    });
  });

  it("loses its metal where it is known and refused", () => {
    const { ticket } = scan(0);
    for (const code of ["ticket.already_used", "ticket.wrong_day", "ticket.cancelled", "ticket.not_entered"] as const) {
      const pass = passOf(refuse(code, { ticket, day: "2026-12-05" }));
      expect(pass, code).toMatchObject({ ticket: { ...ticket, day: "2026-12-05" }, isGone: true });
    }
    const givenBack = passOf(refuse("ticket.given_back", { title: "Day one", day: "2026-12-05" }));
    expect(givenBack).toMatchObject({ ticket: { title: "Day one", type: null }, isGone: true });
  });

  it("is not there where nobody knows which ticket it is", () => {
    expect(passOf(refuse("ticket.unknown"))).toBeNull();
    expect(passOf(failedOutcome(new Offline("no connection", new TypeError("Failed to fetch"))))).toBeNull();
  });
});

describe("a lost answer", () => {
  it("is neither yes nor no, and asks to try again", () => {
    const verdict = verdictOf("entry", failedOutcome(new Offline("no connection", new TypeError("Failed to fetch"))));
    expect(verdict).toMatchObject({ tone: "grey", sentence: "no connection" });
    expect(verdict.hint).toMatch(/will not count twice/);
  });

  it("an empty answer is an invalid response", () => {
    const verdict = verdictOf("entry", failedOutcome(new Refusal(200, null, null)));
    expect(verdict).toMatchObject({ tone: "grey", sentence: "Invalid response from server." });
  });

  it("a failure without words says that validation failed, and judges nobody", () => {
    const verdict = verdictOf("entry", failedOutcome(new Refusal(502, null, null)));
    expect(verdict).toMatchObject({ tone: "grey", sentence: "Ticket validation failed!" });
  });

  it.each<ProblemCode>(["server.busy", "server.failed", "server.database_down", "idempotency.running"])(
    "%s may be sent again",
    (code) => expect(refuse(code).kind).toBe("lost"),
  );
});
