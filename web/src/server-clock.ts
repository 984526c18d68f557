let ahead = 0;

/** Sets the clock by the `Date` of an answer. */
export function setServerClock(date: string | null): void {
  const moment = Date.parse(date ?? "");
  if (!Number.isNaN(moment)) ahead = moment - Date.now();
}

/**
 * The moment that it is at the server, as its last answer said, to a second: a phone's own clock may be minutes or a
 * day off.
 */
export function serverNow(): number {
  return Date.now() + ahead;
}

/**
 * The same moment as a date; whatever is said of days goes by it, for the gate judges by the server's clock (decision
 * 0113).
 */
export function serverDate(): Date {
  return new Date(serverNow());
}
