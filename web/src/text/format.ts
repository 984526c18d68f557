import { eventSettings } from "../event-settings.ts";
import { serverDate } from "../server-clock.ts";
import { m } from "./compiled/messages.js";
import { language } from "./language.ts";

const locales = { ar: "ar-EG-u-nu-latn", en: "en-GB" } as const;

/**
 * Gives a formatter of times, in the user's language unless a locale is named. It is made at its first use and kept:
 * making one costs a hundred times what using it does, which tables of thousands of dates and the start of a page would
 * feel.
 */
function formatter(options: Intl.DateTimeFormatOptions, locale?: string): () => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return () => {
    const name = locale ?? locales[language()];
    const form = made.get(name) ?? new Intl.DateTimeFormat(name, options);
    made.set(name, form);
    return form;
  };
}

const momentParts = formatter(
  {
    timeZone: eventSettings.timeZone,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  "en-GB",
);

/** What calendar and clock of the event show; in parts, for no language writes a day plainly in every browser. */
function partsOfMoment(moment: Date): Record<string, string> {
  return Object.fromEntries(
    momentParts()
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
}

/** `day/month/year - hour:minute` in the event's zone, Latin digits in both languages (spec §5). */
export function momentText(iso: string): string {
  const parts = partsOfMoment(new Date(iso));
  return `${parts.day}/${parts.month}/${parts.year} - ${parts.hour}:${parts.minute}`;
}

/** The hour and minute of a moment in the event's zone, such as "18:24". */
export function timeText(iso: string): string {
  return momentText(iso).split(" - ")[1] ?? "";
}

const weekdayAndDate = { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" } as const;
const dayForms = [formatter(weekdayAndDate), formatter({ ...weekdayAndDate, year: "numeric" })] as const;

/** A plain day in words, such as "Friday 4 December"; the year only when it is not this one. */
export function dayText(day: string, now = serverDate()): string {
  return written(day, dayForms, now);
}

/** A day in the first form when it is of this year, in the second when not. */
function written(day: string, [near, far]: typeof dayForms, now: Date): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const form = date.getUTCFullYear() === now.getUTCFullYear() ? near : far;
  return form().format(date).replace(/[،,]/, "");
}

const parts = {
  long: { weekday: part({ weekday: "long" }), month: part({ month: "long" }) },
  short: { weekday: part({ weekday: "short" }), month: part({ month: "short" }) },
} as const;

function part(options: Intl.DateTimeFormatOptions) {
  return formatter({ timeZone: "UTC", ...options });
}

/** A day taken apart: the date as a numeral, its weekday, its month, and the year when it is not this one. */
export type DayParts = { date: string; weekday: string; month: string; year: string | null };

/** Takes a plain day apart as passes and headings of days show it, in long words or short ones. */
export function dayParts(day: string, length: "long" | "short", now = serverDate()): DayParts {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return { date: day, weekday: "", month: "", year: null };
  const { weekday, month } = parts[length];
  return {
    date: String(date.getUTCDate()),
    weekday: weekday().format(date),
    month: month().format(date),
    year: date.getUTCFullYear() === now.getUTCFullYear() ? null : String(date.getUTCFullYear()),
  };
}

const dayAndMonth = { timeZone: "UTC", day: "numeric", month: "short" } as const;
const shortForms = [
  formatter({ ...dayAndMonth, weekday: "short" }),
  formatter({ ...dayAndMonth, year: "numeric" }),
] as const;

/** A plain day for a line of a table, such as "Fri 4 Dec"; in another year "4 Dec 2027". */
export function shortDayText(day: string, now = serverDate()): string {
  return written(day, shortForms, now);
}

/** The plain day that it is at the event now. */
export function eventToday(now = serverDate()): string {
  const { year, month, day } = partsOfMoment(now);
  return `${year}-${month}-${day}`;
}

/** A day as people call it: today, tomorrow, else in words. */
export function dayName(day: string, now = serverDate()): string {
  return nearDay(day, now) ?? dayText(day, now);
}

/** "Today" or "Tomorrow"; null for every other day. */
export function nearDay(day: string, now = serverDate()): string | null {
  const ahead = daysAhead(day, now);
  if (ahead === 0) return m.format_today();
  return ahead === 1 ? m.format_tomorrow() : null;
}

/** Whether a day's weekday alone names it: one of the six days to come, or today. */
export function isThisWeek(day: string, now = serverDate()): boolean {
  const ahead = daysAhead(day, now);
  return ahead >= 0 && ahead < 7;
}

function daysAhead(day: string, now: Date): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${eventToday(now)}T00:00:00Z`)) / 86_400_000;
}

let wholeNumber: Intl.NumberFormat | undefined;
let withPiastres: Intl.NumberFormat | undefined;

/**
 * A number that people read and compare, Latin digits in groups of three in both languages, such as "2,556"; never for
 * ids and codes.
 */
export function numberText(number: number): string {
  wholeNumber ??= new Intl.NumberFormat("en-US");
  return wholeNumber.format(number);
}

/** An amount in Egyptian pounds (spec §9), Latin digits, piastres only when there are some. */
export function priceText(amount: number): string {
  if (Number.isInteger(amount)) return m.format_egp({ amount: numberText(amount) });
  withPiastres ??= new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return m.format_egp({ amount: withPiastres.format(amount) });
}

/**
 * The earliest event day that is still open: past midnight yesterday's night goes on until the event's day ends (rules
 * §4). By what the clock shows, as the gate judges it, for an hour may be missing since then, or be one too many.
 */
export function openingDay(now = serverDate()): string {
  const { year, month, day, hour, minute } = partsOfMoment(now);
  const today = `${year}-${month}-${day}`;
  if (`${hour}:${minute}` >= eventSettings.dayEnds) return today;
  return new Date(Date.parse(`${today}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
