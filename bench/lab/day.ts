/** A day of the event counted from today, in the zone that a server without `EVENT_TIME_ZONE` has (rules §8). */
export function eventDay(after = 0): string {
  return new Date(Date.now() + 3 * 3_600_000 + after * 86_400_000).toISOString().slice(0, 10);
}
