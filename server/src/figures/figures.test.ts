import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { openDays } from "../tickets/event-day.ts";
import { readFigures } from "./read-figures.ts";

const days = { timeZone: "Etc/GMT-3", dayEnds: "05:00" };

let saha: Server;
let admin: Member;
let guard: Member;

beforeAll(async () => {
  saha = await openServer({ now: new Date().toISOString() });
  admin = await saha.given.user({ roleId: Role.Admin });
  guard = await saha.given.user({ roleId: Role.ScanAdmin });
});
afterAll(() => saha.close());

const read = () => readFigures(saha.query, days);

type ScanFacts = { userId?: number; kind?: "entry" | "feature"; result?: string; gate?: string; ago?: string };

/** A scan as the gate logs it, some time ago. */
function scanned({ userId, kind = "entry", result = "admitted", gate, ago = "0 seconds" }: ScanFacts) {
  return saha.query
    .insertInto("scanLog")
    .values({
      kind,
      result,
      wasTyped: false,
      gate: gate ?? null,
      scannerId: guard.id,
      userId: userId ?? null,
      at: sql`now() - ${ago}::interval`,
    })
    .execute();
}

test("an event without anything has figures all the same, and today's day", async () => {
  const { data } = await admin.call(api.figures.get);
  expect(data).toMatchObject({ entered: 0, served: 0, held: 0, days: [], queues: [], top: [] });
  expect(data.scans.lines).toEqual([]);
  expect(data.refusals).toEqual({ scans: 0, reasons: [] });
  const began = Date.parse(data.registrations.from);
  expect(Date.parse(data.at) - began).toBeLessThan(86_400_000);
  expect(data.day).toBe(new Date(began + 3 * 3_600_000).toISOString().slice(0, 10));
  expect(new Date(began + 3 * 3_600_000).toISOString().slice(11, 16)).toBe("05:00");
});

test("the day is the gate's where the database knows another zone by that name", async () => {
  // Three hours ahead of UTC for Node, behind it for PostgreSQL.
  const posix = { timeZone: "+03:00", dayEnds: "05:00" };
  const { at, day, registrations } = await readFigures(saha.query, posix);
  expect(new Date(registrations.from).toISOString().slice(11)).toBe("02:00:00.000Z");
  expect(openDays(new Date(at), posix)[0]).toBe(day);
  expect(registrations.from.slice(0, 10)).toBe(day);
});

test("people let in count once, by gate and minute; yesterday's scans and refused ones are none", async () => {
  const [one, other] = [await saha.given.user(), await saha.given.user()];
  await scanned({ userId: one.id, gate: "الشرقية" });
  await scanned({ userId: one.id, gate: "الشرقية" });
  await scanned({ userId: other.id });
  await scanned({ userId: other.id, kind: "feature", gate: "الشرقية" });
  await scanned({ userId: other.id, result: "ticket.already_used", gate: "الشرقية" });
  await scanned({ result: "ticket.unknown" });
  await scanned({ result: "ticket.unknown" });
  await scanned({ userId: one.id, ago: "25 hours" });
  const figures = await read();
  expect(figures).toMatchObject({ entered: 2, served: 1 });
  expect(figures.refusals).toEqual({
    scans: 7,
    reasons: [
      { code: "ticket.unknown", count: 2 },
      { code: "ticket.already_used", count: 1 },
    ],
  });
  const sums = figures.scans.lines.map(({ gate, kind, minutes }) => [gate, kind, minutes.length, total(minutes)]);
  expect(sums[0]).toEqual(["الشرقية", "entry", 60, 2]);
  expect(sums.slice(1)).toEqual(
    expect.arrayContaining([
      [null, "entry", 60, 1],
      ["الشرقية", "feature", 60, 1],
    ]),
  );
});

test("tickets of a day are counted against its capacity, whatever the ticket", async () => {
  const day = (await read()).day;
  const tickets = [await saha.given.ticket({ day, quantity: 5 }), await saha.given.ticket({ day, quantity: 7 })];
  await saha.given.ticket({ day: "2000-01-01" });
  for (const [at, status] of (["ACTIVE", "USED_FOR_ENTRY"] as const).entries()) {
    const ticketId = tickets[at]?.id ?? 0;
    await saha.given.purchase({ userId: (await saha.given.user()).id, ticketId, status });
  }
  const figures = await read();
  expect(figures.days).toEqual([{ day, quantity: 12, reserved: 2, entered: 1 }]);
  expect(figures.held).toBe(2);
});

test("places of a day are added up however many its tickets have", async () => {
  const day = "2099-01-01";
  const { categoryId } = await saha.query.selectFrom("tickets").select("categoryId").executeTakeFirstOrThrow();
  const full = { title: "Huge", day, categoryId, type: "Silver", quantity: 1_000_000 } as const;
  await saha.query
    .insertInto("tickets")
    .values(Array.from({ length: 2_200 }, () => full))
    .execute();
  expect((await read()).days.find((one) => one.day === day)?.quantity).toBe(2_200_000_000);
});

test("a booth's line counts who waits in all its games, and who is late apart", async () => {
  const game = await saha.given.game();
  const second = await saha.given.game({ boothId: game.boothId });
  for (const gameId of [game.id, game.id, second.id]) {
    await saha.given.entry({ userId: (await saha.given.user()).id, gameId });
  }
  const late = await saha.given.entry({ userId: (await saha.given.user()).id, gameId: game.id });
  await saha.query
    .updateTable("queueEntries")
    .set({ calledAt: sql`now() - interval '9 minutes'`, callExpiresAt: sql`now() - interval '1 minute'` })
    .where("id", "=", late.id)
    .execute();
  expect((await read()).queues).toEqual([
    { boothId: game.boothId, name: expect.any(String), waiting: 3, late: 1, wait: null },
  ]);
});

test("new accounts of today are counted by the hour, staff not among them", async () => {
  const before = total((await read()).registrations.hours);
  await saha.given.user();
  await saha.given.user({ roleId: Role.BoothAdmin });
  const { registrations, at } = await read();
  expect(total(registrations.hours)).toBe(before + 1);
  const begun = (Date.parse(at) - Date.parse(registrations.from)) / 3_600_000;
  expect(registrations.hours).toHaveLength(Math.floor(begun) + 1);
});

test("the top scores are the head of the standings", async () => {
  const game = await saha.given.game({ leaderboard: true });
  for (const score of [5, 9, 7, 1, 2, 3]) {
    await saha.given.score({ userId: (await saha.given.user()).id, gameId: game.id, score, actorId: admin.id });
  }
  const standings = (await admin.call(api.scores.standings)).data;
  expect((await read()).top).toEqual(
    standings.slice(0, 5).map(({ userId, username, total, rank }) => ({ userId, username, total, rank })),
  );
});

test("all who look at once get one reading", async () => {
  const before = saha.core.database.pool.totalCount;
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(api.figures.get)));
  expect(new Set(answers.map(({ data }) => data.at)).size).toBe(1);
  expect(saha.core.database.pool.totalCount).toBeLessThanOrEqual(Math.max(before, 16));
});

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
