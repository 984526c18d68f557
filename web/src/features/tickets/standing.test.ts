import type { Purchase, Ticket } from "@saha/contract";
import { describe, expect, it } from "vitest";
import { featureLines, freeTickets, standingOf } from "./standing.ts";

const today = "2026-12-04";
const ticket = (fields: Partial<Ticket>) =>
  ({ id: 1, categoryId: 1, day: today, quantity: 10, purchased: 0, active: true, visible: true, ...fields }) as Ticket;
const held = (fields: Partial<Ticket>, status: Purchase["status"] = "ACTIVE") =>
  ({ id: 9, ticketId: fields.id ?? 2, status, ticket: ticket({ id: 2, ...fields }) }) as unknown as Purchase;

describe("a ticket's standing", () => {
  it("open while places last", () => expect(standingOf(ticket({ purchased: 9 }), [], today).kind).toBe("open"));
  it("sold out at its quantity", () => expect(standingOf(ticket({ purchased: 10 }), [], today).kind).toBe("soldOut"));
  it("mine beats sold out", () => {
    expect(standingOf(ticket({ purchased: 10 }), [held({ id: 1 })], today).kind).toBe("mine");
  });
  it("inactive", () => expect(standingOf(ticket({ active: false }), [], today).kind).toBe("inactive"));
  it("over when its day is past", () => expect(standingOf(ticket({ day: "2026-12-03" }), [], today).kind).toBe("over"));
  it("one ticket a day", () => expect(standingOf(ticket({}), [held({})], today).kind).toBe("dayTaken"));
  it("an invitation takes the day as well", () => {
    expect(standingOf(ticket({}), [held({ categoryId: 2 })], today).kind).toBe("invited");
  });
  it("a cancelled ticket takes nothing", () => {
    expect(standingOf(ticket({}), [held({}, "INACTIVE")], today).kind).toBe("open");
  });
});

describe("the lists", () => {
  it("shows visible free tickets, the next day first, past days last", () => {
    const tickets = [
      ticket({ id: 1, day: "2026-12-06" }),
      ticket({ id: 2, day: "2026-12-01" }),
      ticket({ id: 3 }),
      ticket({ id: 4, categoryId: 2 }),
      ticket({ id: 5, visible: false }),
    ];
    expect(freeTickets(tickets, today).map(({ id }) => id)).toEqual([3, 1, 2]);
  });

  it("takes features line by line, without blank ones", () => {
    expect(featureLines("one\n\n  two \r\n")).toEqual(["one", "two"]);
  });
});
