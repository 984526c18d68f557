import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useEventDays } from "../../event-day.ts";
import { setServerClock } from "../../server-clock.ts";
import { nearDay } from "../../text/format.ts";
import { setLanguage } from "../../text/language.ts";
import { validityOf, validityText } from "./validity.ts";

// The event's zone is three hours ahead of UTC, and its day ends at five in the morning.
const noon = new Date("2026-11-22T09:00:00Z");
const night = new Date("2026-11-22T23:00:00Z");
const held = (day: string, status: "ACTIVE" | "USED_FOR_ENTRY" | "USED_FOR_FEATURE" = "ACTIVE") => ({
  status,
  ticket: { day },
});

test.each([
  ["2026-11-21", "over"],
  ["2026-11-22", "valid"],
  ["2026-11-23", "before"],
] as const)("at noon of the 22nd a ticket for %s is judged %s", (day, validity) => {
  expect(validityOf(held(day), noon)).toBe(validity);
});

test.each([
  ["2026-11-21", "over"],
  ["2026-11-22", "valid"],
  ["2026-11-23", "valid"],
  ["2026-11-24", "before"],
] as const)("at two in the morning of the 23rd a ticket for %s is judged %s, as the gate does", (day, validity) => {
  expect(validityOf(held(day), night)).toBe(validity);
});

test("what was used says so, and an entered ticket is over after its day", () => {
  expect(validityOf(held("2026-11-22", "USED_FOR_ENTRY"), noon)).toBe("entered");
  expect(validityOf(held("2026-11-21", "USED_FOR_ENTRY"), noon)).toBe("over");
  expect(validityOf(held("2026-11-21", "USED_FOR_FEATURE"), noon)).toBe("used");
});

test("before its day a ticket names the day instead of praising itself", () => {
  setLanguage("en");
  expect(validityText(held("2026-11-22"), noon)).toBe("Ready for entry");
  expect(validityText(held("2026-11-23"), noon)).toBe("Tomorrow");
  expect(validityText(held("2026-11-24"), noon)).toBe("Tuesday 24 November");
  expect(validityText(held("2026-11-21"), noon)).toBe("Over");
});

afterEach(() => {
  vi.useRealTimers();
  setServerClock(new Date().toUTCString());
});

test.each([-26, -3, 0, 5, 26])(
  "what a ticket is good for is judged by the server's clock, the phone's %i h off",
  (hours) => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon.getTime() + hours * 3_600_000 });
    setLanguage("en");
    setServerClock(noon.toUTCString());
    setServerClock(null);
    expect(validityOf(held("2026-11-21"))).toBe("over");
    expect(validityOf(held("2026-11-22"))).toBe("valid");
    expect(validityOf(held("2026-11-23"))).toBe("before");
    expect(validityText(held("2026-11-22"))).toBe("Ready for entry");
    expect(nearDay("2026-11-22")).toBe("Today");
    expect(renderHook(useEventDays).result.current).toEqual({ today: "2026-11-22", opening: "2026-11-22" });
  },
);
