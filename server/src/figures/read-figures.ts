import { type Figures, plottedMinutes, Role, waitAt } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { entryState } from "../queue/view/entry-view.ts";
import { readPaces } from "../queue/view/forecast.ts";
import type { EventDays } from "../tickets/event-day.ts";
import { readEventDay } from "../tickets/read-event-day.ts";

type Query = Database["query"];

const shownScores = 5;
const hourMs = 3_600_000;

/** Reads the figures of the administrator's home by the database's clock; today is the event's day (rules §2, §4). */
export async function readFigures(query: Query, eventDays: EventDays): Promise<Figures> {
  const { at, day, began } = await readEventDay(query, eventDays);
  const [counted, lines, days, reasons, queues, hours, top] = await Promise.all([
    countScans(query, began),
    readScanLines(query),
    readTicketDays(query, day),
    readRefusals(query, began),
    readQueues(query),
    readRegistrations(query, began, at),
    readTop(query),
  ]);
  const { entered, served, scans } = counted;
  return {
    at,
    day,
    entered,
    served,
    held: days.find((each) => each.day === day)?.reserved ?? 0,
    scans: lines,
    days,
    refusals: { scans, reasons },
    queues,
    registrations: { from: began, hours },
    top,
  };
}

async function countScans(query: Query, began: string) {
  return query
    .selectFrom("scanLog")
    .select([
      sql<number>`count(distinct user_id) filter (where result = 'admitted' and kind = 'entry')::int`.as("entered"),
      sql<number>`count(distinct user_id) filter (where result = 'admitted' and kind = 'feature')::int`.as("served"),
      sql<number>`count(*)::int`.as("scans"),
    ])
    .where("at", ">=", began)
    .executeTakeFirstOrThrow();
}

async function readScanLines(query: Query): Promise<Figures["scans"]> {
  const first = sql`date_trunc('minute', now()) - make_interval(mins => ${plottedMinutes - 1})`;
  const [{ from }, rows] = await Promise.all([
    query.selectNoFrom(sql<string>`${first}`.as("from")).executeTakeFirstOrThrow(),
    query
      .selectFrom("scanLog")
      .select([
        "gate",
        "kind",
        sql<string>`date_bin('1 minute', at, ${first})`.as("minute"),
        sql<number>`count(*)::int`.as("count"),
      ])
      .where("result", "=", "admitted")
      .where("at", ">=", sql<string>`${first}`)
      .groupBy(["gate", "kind", "minute"])
      .execute(),
  ]);
  const lines = new Map<string, Figures["scans"]["lines"][number]>();
  for (const { gate, kind, minute, count } of rows) {
    const key = `${kind} ${gate ?? ""}`;
    const line = lines.get(key) ?? { gate, kind, minutes: Array<number>(plottedMinutes).fill(0) };
    // The clock may have turned to the next minute between the two statements.
    const place = Math.min((Date.parse(minute) - Date.parse(from)) / 60_000, plottedMinutes - 1);
    line.minutes[place] = (line.minutes[place] ?? 0) + count;
    lines.set(key, line);
  }
  return { from, lines: [...lines.values()].sort((one, other) => sum(other.minutes) - sum(one.minutes)) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

async function readTicketDays(query: Query, today: string): Promise<Figures["days"]> {
  const entered = query
    .selectFrom("purchases")
    .select(["day", sql<number>`count(last_qr_entry_scan)::int`.as("entered")])
    .where("day", ">=", today)
    .groupBy("day")
    .as("used");
  return query
    .selectFrom("tickets")
    .leftJoin(entered, "used.day", "tickets.day")
    .select([
      "tickets.day",
      sql<number>`sum(quantity)`.as("quantity"),
      sql<number>`sum(purchased)`.as("reserved"),
      sql<number>`coalesce(max(used.entered), 0)`.as("entered"),
    ])
    .where("tickets.day", ">=", today)
    .groupBy("tickets.day")
    .orderBy("tickets.day")
    .execute();
}

async function readRefusals(query: Query, began: string): Promise<Figures["refusals"]["reasons"]> {
  return query
    .selectFrom("scanLog")
    .select(["result as code", sql<number>`count(*)::int`.as("count")])
    .where("at", ">=", began)
    .where("result", "<>", "admitted")
    .groupBy("result")
    .orderBy("count", "desc")
    .orderBy("code")
    .execute();
}

async function readQueues(query: Query): Promise<Figures["queues"]> {
  const games = await query
    .selectFrom("queueEntries")
    .innerJoin("games", "games.id", "queueEntries.gameId")
    .innerJoin("booths", "booths.id", "games.boothId")
    .select(["games.id", "boothId", "booths.name"])
    .select(sql<number>`count(*) filter (where ${entryState} in ('waiting', 'called', 'entered'))::int`.as("waiting"))
    .select(sql<number>`count(*) filter (where ${entryState} = 'late')::int`.as("late"))
    .where("queueEntries.isFinished", "=", false)
    .groupBy(["games.id", "boothId", "booths.name"])
    .execute();
  const paces = await readPaces(
    query,
    games.map(({ id }) => id),
  );
  const booths = Map.groupBy(games, ({ boothId }) => boothId);
  return [...booths]
    .map(([boothId, lines]) => ({
      boothId,
      name: lines[0]?.name ?? "",
      waiting: sum(lines.map(({ waiting }) => waiting)),
      late: sum(lines.map(({ late }) => late)),
      wait: lines
        .map(({ id, waiting }) => waitAt(waiting + 1, paces.get(id) ?? null))
        .reduce((longest, wait) => (!longest || (wait && wait.to > longest.to) ? wait : longest), null),
    }))
    .sort((one, other) => (other.wait?.to ?? 0) - (one.wait?.to ?? 0) || other.waiting - one.waiting);
}

/** New accounts of attendees in each hour since the day began, the hour that runs included. */
async function readRegistrations(query: Query, began: string, at: string): Promise<number[]> {
  const rows = await query
    .selectFrom("users")
    .select([
      sql<string>`date_bin('1 hour', created_at, ${began}::timestamptz)`.as("hour"),
      sql<number>`count(*)::int`.as("count"),
    ])
    .where("roleId", "=", Role.User)
    .where("createdAt", ">=", began)
    .groupBy("hour")
    .execute();
  const countOf = new Map(rows.map(({ hour, count }) => [Date.parse(hour), count]));
  const first = Date.parse(began);
  const begun = Math.floor((Date.parse(at) - first) / hourMs) + 1;
  return Array.from({ length: begun }, (_, hour) => countOf.get(first + hour * hourMs) ?? 0);
}

/** The head of the standings, by the same law (rules §5). */
async function readTop(query: Query): Promise<Figures["top"]> {
  // Summed before people are looked up: each is then joined once and not with every score.
  const totals = query
    .selectFrom("scores")
    .innerJoin("games", "games.id", "scores.gameId")
    .select(["userId", sql<number>`sum(score)`.as("total"), sql`max(reached_at)`.as("reachedAt")])
    .where("games.leaderboard", "=", true)
    .groupBy("userId")
    .as("totals");
  const rows = await query
    .selectFrom(totals)
    .innerJoin("users", "users.id", "totals.userId")
    .select(["users.id as userId", "users.username", "totals.total"])
    .where("users.isBlocked", "=", false)
    .where("users.deletedAt", "is", null)
    .where("users.roleId", "=", Role.User)
    .orderBy("totals.total", "desc")
    .orderBy("totals.reachedAt")
    .orderBy("users.id")
    .limit(shownScores)
    .execute();
  return rows.map((row, i) => ({ ...row, rank: i + 1 }));
}
