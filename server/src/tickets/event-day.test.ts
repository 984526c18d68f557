import { expect, test } from "vitest";
import { dayAfter, dayStart, openDays } from "./event-day.ts";

test.each([
  { timeZone: "Etc/GMT-3", dayEnds: "05:00", day: "2026-10-20", begins: "2026-10-20T02:00Z" },
  { timeZone: "+03:00", dayEnds: "05:00", day: "2026-10-20", begins: "2026-10-20T02:00Z" },
  { timeZone: "Pacific/Kiritimati", dayEnds: "00:00", day: "2026-10-20", begins: "2026-10-19T10:00Z" },
  { timeZone: "America/New_York", dayEnds: "12:00", day: "2026-10-20", begins: "2026-10-20T16:00Z" },
  // Cairo's clock leaps from 00:00 to 01:00 on April 24th, and stands at 23:00 twice on October 29th.
  { timeZone: "Africa/Cairo", dayEnds: "05:00", day: "2026-04-23", begins: "2026-04-23T03:00Z" },
  { timeZone: "Africa/Cairo", dayEnds: "05:00", day: "2026-04-24", begins: "2026-04-24T02:00Z" },
  { timeZone: "Africa/Cairo", dayEnds: "00:30", day: "2026-04-24", begins: "2026-04-23T22:30Z" },
  { timeZone: "Africa/Cairo", dayEnds: "00:00", day: "2026-10-29", begins: "2026-10-28T21:00Z" },
  { timeZone: "Africa/Cairo", dayEnds: "00:00", day: "2026-10-30", begins: "2026-10-29T22:00Z" },
  // New York's clock shows 01:30 twice on November 1st.
  { timeZone: "America/New_York", dayEnds: "01:30", day: "2026-11-01", begins: "2026-11-01T06:30Z" },
])("$day begins at $begins ($timeZone, $dayEnds)", ({ day, begins, ...days }) => {
  expect(dayStart(day, days)).toEqual(new Date(begins));
});

test.each([
  { timeZone: "Africa/Cairo", leap: "2026-04-24" },
  { timeZone: "Africa/Cairo", leap: "2026-10-29" },
  { timeZone: "America/New_York", leap: "2026-03-08" },
  { timeZone: "America/New_York", leap: "2026-11-01" },
])("the gate's day runs from its beginning to the next, also when the clock changes ($timeZone, $leap)", (given) => {
  const wrong: string[] = [];
  for (const dayEnds of ["00:00", "00:30", "02:30", "05:00"]) {
    const days = { timeZone: given.timeZone, dayEnds };
    const noon = Date.parse(`${given.leap}T12:00Z`);
    for (let at = noon - 86_400_000; at < noon + 86_400_000; at += 10 * 60_000) {
      const now = new Date(at);
      const [day] = openDays(now, days);
      if (now < dayStart(day, days) || now >= dayStart(dayAfter(day, 1), days)) wrong.push(now.toISOString());
    }
  }
  expect(wrong).toEqual([]);
});
