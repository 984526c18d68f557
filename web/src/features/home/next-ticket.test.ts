import type { Purchase } from "@saha/contract";
import { expect, test } from "vitest";
import { nextTicket } from "./next-ticket.ts";

const held = (id: number, day: string, status: Purchase["status"] = "ACTIVE") =>
  ({ id, status, ticket: { day } }) as Purchase;
const pick = (...live: Purchase[]) => nextTicket(live, "2026-11-22")?.id;

test("today's pass comes first, then the nearest day", () => {
  expect(pick(held(1, "2026-11-24"), held(2, "2026-11-22"), held(3, "2026-11-23"))).toBe(2);
});

test("one that is used up gives way to one that is still good", () => {
  expect(pick(held(1, "2026-11-22", "USED_FOR_FEATURE"), held(2, "2026-11-30"))).toBe(2);
  expect(pick(held(1, "2026-11-22", "USED_FOR_FEATURE"))).toBe(1);
});

test("what is over is not what matters now", () => {
  expect(pick(held(1, "2026-11-21"))).toBeUndefined();
});
