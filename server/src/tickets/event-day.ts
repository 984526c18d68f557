const dayMs = 86_400_000;

/** When the event's days begin and end (rules §4). */
export type EventDays = {
  /** IANA zone of the event. */
  timeZone: string;
  /** `HH:MM`; from midnight until then yesterday's tickets are still taken. */
  dayEnds: string;
};

/**
 * The days whose tickets are taken at a moment, the oldest first: today, and yesterday until the event's day ends
 * (rules §4).
 */
export function openDays(now: Date, days: EventDays): [string] | [string, string] {
  const day = isoDay(wallTime(now.getTime(), days.timeZone));
  return now < dayStart(day, days) ? [dayAfter(day, -1), day] : [day];
}

/** Whether nothing of that day is left to come. */
export function isOver(day: string, now: Date, days: EventDays): boolean {
  return day < openDays(now, days)[0];
}

/**
 * When an event's day begins, which is when the one before ends. Of an hour that the clock shows twice the second one
 * counts; where it leaps over the end, the end comes as late as without the leap.
 */
export function dayStart(day: string, { timeZone, dayEnds }: EventDays): Date {
  const wall = Date.parse(`${day}T${dayEnds}Z`);
  // The clock may change on this day: its shift from UTC the day before and the day after.
  const shifts = [wall - dayMs, wall + dayMs].map((at) => wallTime(at, timeZone) - at);
  const late = wall - Math.min(...shifts);
  const early = wall - Math.max(...shifts);
  return new Date([late, early].find((at) => wallTime(at, timeZone) === wall) ?? late);
}

/** The day so many days later. */
export function dayAfter(day: string, count: number): string {
  return isoDay(Date.parse(`${day}T00:00Z`) + count * dayMs);
}

/** What the zone's clock shows at a moment, to the minute, as the moment when UTC's shows it. */
function wallTime(at: number, timeZone: string): number {
  return Date.parse(`${formatter(timeZone).format(at).replace(" ", "T")}Z`);
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(timeZone: string): Pick<Intl.DateTimeFormat, "format"> {
  let format = formatters.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
    formatters.set(timeZone, format);
  }
  return format;
}
