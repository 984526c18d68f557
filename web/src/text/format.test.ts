import { afterEach, expect, test, vi } from "vitest";
import { dayText, eventToday, momentText, numberText, priceText, shortDayText } from "./format.ts";
import { setLanguage } from "./language.ts";

afterEach(() => setLanguage("ar"));

test.each(["ar", "en"] as const)("numbers are written in groups of three in Latin digits (%s)", (language) => {
  setLanguage(language);
  expect([0, 999, 1000, 2556, 999_999, 1_000_000].map(numberText)).toEqual([
    "0",
    "999",
    "1,000",
    "2,556",
    "999,999",
    "1,000,000",
  ]);
  expect(priceText(1000)).toContain("1,000");
  expect(priceText(1000)).not.toContain("1,000.");
  expect(priceText(1234.5)).toContain("1,234.50");
});

test("the event's day is a plain one, however a browser writes the days of any language", () => {
  const written = Intl.DateTimeFormat.prototype as unknown as Record<"format", object>;
  const writes = vi.spyOn(written, "format", "get").mockReturnValue(() => "11/23/2026");
  expect(eventToday(new Date("2026-11-22T22:00:00Z"))).toBe("2026-11-23");
  writes.mockRestore();
});

test("a day in words names its year only when it is another one", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const days = ["2026-12-04", "2027-12-04"];
  setLanguage("ar");
  expect(days.map((day) => dayText(day, now))).toEqual(["الجمعة 4 ديسمبر", "السبت 4 ديسمبر 2027"]);
  expect(days.map((day) => shortDayText(day, now))).toEqual(["الجمعة 4 ديسمبر", "4 ديسمبر 2027"]);
  setLanguage("en");
  expect(days.map((day) => dayText(day, now))).toEqual(["Friday 4 December", "Saturday 4 December 2027"]);
  expect(days.map((day) => shortDayText(day, now))).toEqual(["Fri 4 Dec", "4 Dec 2027"]);
  expect(dayText("soon", now)).toBe("soon");
  expect(shortDayText("soon", now)).toBe("soon");
});

test("a moment is day/month/year - hour:minute three hours later than UTC, in Latin digits in both languages", () => {
  for (const language of ["ar", "en"] as const) {
    setLanguage(language);
    expect(momentText("2026-11-20T22:05:00Z")).toBe("21/11/2026 - 01:05");
  }
});

test("the day that is open is told by the clock, as at the gate, also on days when the clock changes", async () => {
  const event = document.createElement("meta");
  event.name = "event";
  event.content = JSON.stringify({ timeZone: "Africa/Cairo", dayEnds: "05:00" });
  document.head.append(event);
  vi.resetModules();
  const { openingDay } = await import("./format.ts");
  event.remove();
  // The next file's modules are read without it.
  vi.resetModules();
  // Cairo's clock leaps from 00:00 to 01:00 on April 24th, and stands at 23:00 twice on October 29th.
  const days = {
    "2026-04-24T01:59Z": "2026-04-23",
    "2026-04-24T02:00Z": "2026-04-24",
    "2026-10-30T02:59Z": "2026-10-29",
    "2026-10-30T03:00Z": "2026-10-30",
    "2026-11-01T02:59Z": "2026-10-31",
  };
  expect(Object.fromEntries(Object.keys(days).map((at) => [at, openingDay(new Date(at))]))).toEqual(days);
});
