import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { dayStart, type EventDays, openDays } from "./event-day.ts";

/**
 * Reads the database's moment, or the one so many hours ago, with the event's day of it and when that day began, which
 * is when the one before ended (rules §4). The zone is reckoned here, as at the gate: the database may know other zones
 * than Node (decision 0164).
 */
export async function readEventDay(
  query: Database["query"],
  days: EventDays,
  { hoursAgo = 0 } = {},
): Promise<{ at: string; day: string; began: string }> {
  const { at } = await query
    .selectNoFrom(sql<string>`now() - make_interval(hours => ${hoursAgo})`.as("at"))
    .executeTakeFirstOrThrow();
  const [day] = openDays(new Date(at), days);
  return { at, day, began: dayStart(day, days).toISOString() };
}
