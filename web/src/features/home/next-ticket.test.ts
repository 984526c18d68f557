import type { Purchase } from "@saha/contract";
import { expect, test } from "vitest";
import { nextTicket } from "./next-ticket.ts";

const held = (id: number, day: string, status: Purchase["status"] = "ACTIVE") =>
  ({ id, status, ticket: { day } }) as Purchase;
const days = { today: "2026-11-22", opening: "2026-11-22" };
const pick = (...live: Purchase[]) => nextTicket(live, days)?.id;

test("today's pass comes first, then the nearest day", () => {
  expect(pick(held(1, "2026-11-24"), held(2, "2026-11-22"), held(3, "2026-11-23"))).toBe(2);
});

test("that of a running day stays first once it is used up", () => {
  const usedUp = held(1, "2026-11-22", "USED_FOR_FEATURE");
  expect(pick(held(2, "2026-11-23"), usedUp)).toBe(1);
  const afterMidnight = { today: "2026-11-23", opening: "2026-11-22" };
  expect(nextTicket([held(2, "2026-11-23"), usedUp], afterMidnight)?.id).toBe(1);
  expect(nextTicket([held(2, "2026-11-23"), usedUp], { ...afterMidnight, opening: "2026-11-23" })?.id).toBe(2);
});

test("one of a later day that is used up already gives way to one that is still good", () => {
  expect(pick(held(1, "2026-11-23", "USED_FOR_FEATURE"), held(2, "2026-11-30"))).toBe(2);
  expect(pick(held(1, "2026-11-23", "USED_FOR_FEATURE"))).toBe(1);
});

test("what is over is not what matters now", () => {
  expect(pick(held(1, "2026-11-21"))).toBeUndefined();
});
