let ahead = 0;

/** Milliseconds that an answer takes at most where it says what the time is. */
const longest = 60_000;

/**
 * Sets the clock by the `Date` of an answer to what was asked at `sentAt`, of this device's clock. The server wrote it
 * between then and now, to a second: on a slow line that is a wide guess, and what is known better stays.
 */
export function setServerClock(date: string | null, sentAt = Date.now()): void {
  const moment = Date.parse(String(date));
  const now = Date.now();
  // The device slept, or its clock was set, meanwhile: what lies between says nothing.
  if (Math.abs(now - sentAt) > longest) return;
  // Of no date neither is true.
  if (ahead < moment - now || ahead > moment + 1000 - sentAt) ahead = moment - (sentAt + now) / 2;
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
