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
export function openDays(now: Date, { timeZone, dayEnds }: EventDays): [string] | [string, string] {
  const { day, clock } = localTime(now, timeZone);
  return clock < dayEnds ? [dayBefore(day), day] : [day];
}

/** Whether nothing of that day is left to come. */
export function isOver(day: string, now: Date, days: EventDays): boolean {
  return day < openDays(now, days)[0];
}

function localTime(now: Date, timeZone: string): { day: string; clock: string } {
  const text = formatter(timeZone).format(now);
  return { day: text.slice(0, 10), clock: text.slice(11, 16) };
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

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
