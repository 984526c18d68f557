import { randomUUID } from "node:crypto";
import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openServer, type Server } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { expectRefused } from "../../test/refused.ts";
import { Problem } from "../errors/problem.ts";
import { boundRefusals } from "./refused-scans.ts";
import { scanTicket } from "./scan-ticket.ts";
import { qrImagePath } from "./ticket-code.ts";

const noon = "2026-10-20T12:00:00Z";
const saha = await openServer({ now: noon });
const { given, query } = saha;
const scanner = await given.user({ roleId: Role.ScanAdmin, username: "مها" });
afterEach(async () => {
  saha.setClock(noon);
  expect(await brokenLaws(query)).toEqual([]);
});
afterAll(saha.close);

const { entry, feature, log } = api.scans;
type Kind = typeof entry | typeof feature;
const asks = (kind: Kind, qrToken: string) => (options: { language: "ar" | "en" }) =>
  scanner.call(kind, { body: { qrToken } }, options);

async function held(facts: Parameters<typeof given.ticket>[0] = {}, at: Server = saha) {
  const member = await at.given.user();
  const ticket = await at.given.ticket(facts);
  const purchase = await at.given.purchase({ userId: member.id, ticketId: ticket.id });
  return { member, ticket, ...purchase };
}

const statusOf = (id: number, of = query) =>
  of
    .selectFrom("purchases")
    .select(["status", "lastQrEntryScan", "lastQrFeatureScan"])
    .where("id", "=", id)
    .executeTakeFirst();
const logOf = (id: number) =>
  query
    .selectFrom("scanLog")
    .select(["kind", "result", "gate", "wasTyped"])
    .where("purchaseId", "=", id)
    .orderBy("id")
    .execute();

test("a ticket is let in, then fed, then is used up; each scan is told and logged", async () => {
  const { id, member, qrToken, ticket } = await held({ title: "ليلة الأبطال", price: 120.5 });
  const let1 = await scanner.call(entry, { body: { qrToken, gate: "  البوابة الشرقية " } });
  expect(let1.data).toMatchObject({
    userId: member.id,
    user: { username: member.username, avatar: null },
    ticket: {
      categoryId: Category.Free,
      title: "ليلة الأبطال",
      type: "Silver",
      ticketInviter: null,
      price: 120.5,
      day: ticket.day,
    },
  });
  expect(await statusOf(id)).toMatchObject({ status: "USED_FOR_ENTRY", lastQrEntryScan: let1.data.scannedAt });
  const fed = await scanner.call(feature, { body: { qrToken, gate: null } });
  expect(await statusOf(id)).toMatchObject({ status: "USED_FOR_FEATURE", lastQrFeatureScan: fed.data.scannedAt });
  expect(await logOf(id)).toEqual([
    { kind: "entry", result: "admitted", gate: "البوابة الشرقية", wasTyped: false },
    { kind: "feature", result: "admitted", gate: null, wasTyped: false },
  ]);
  const admin = await given.user({ roleId: Role.Admin });
  expect((await admin.call(log)).data[0]).toMatchObject({
    kind: "feature",
    result: "admitted",
    scanner: { id: scanner.id, name: "مها" },
    user: { id: member.id, name: member.username },
    ticketTitle: "ليلة الأبطال",
  });
});

test("a second scan is refused with when, by whom and at which gate, and is logged too", async () => {
  const { id, qrToken, member } = await held();
  const first = await scanner.call(entry, { body: { qrToken, gate: "الشرقية" } });
  const other = await given.user({ roleId: Role.Admin });
  const second = await other.call(entry, { body: { qrToken, gate: "الغربية" } });
  expect(second.status).toBe(409);
  expect(second.refusal?.details).toMatchObject({
    at: first.data.scannedAt,
    by: { username: "مها", name: null },
    gate: "الشرقية",
    user: { username: member.username },
  });
  await expectRefused(query, asks(entry, qrToken), "ticket.already_used", ["scan_log"]);
  expect((await logOf(id)).map(({ result }) => result)).toEqual(["admitted", ...Array(3).fill("ticket.already_used")]);
});

test("entry after food is refused with the entry, food after food with the food", async () => {
  const { qrToken } = await held();
  const came = await scanner.call(entry, { body: { qrToken, gate: "in" } });
  const ate = await scanner.call(feature, { body: { qrToken, gate: "food" } });
  const again = await expectRefused(query, asks(entry, qrToken), "ticket.already_used", ["scan_log"]);
  expect(again.refusal?.details).toMatchObject({ at: came.data.scannedAt, gate: "in" });
  const hungry = await expectRefused(query, asks(feature, qrToken), "ticket.already_used", ["scan_log"]);
  expect(hungry.refusal?.details).toMatchObject({ at: ate.data.scannedAt, gate: "food" });
});

describe("is refused", () => {
  test("food before entry", async () => {
    const { qrToken } = await held();
    await expectRefused(query, asks(feature, qrToken), "ticket.not_entered", ["scan_log"]);
  });

  test.each([entry, feature])("$path: an INACTIVE ticket", async (kind) => {
    const { id, qrToken, ticketId } = await held();
    await query.updateTable("purchases").set({ status: "INACTIVE" }).where("id", "=", id).execute();
    await query.updateTable("tickets").set({ purchased: 0 }).where("id", "=", ticketId).execute();
    await expectRefused(query, asks(kind, qrToken), "ticket.cancelled", ["scan_log"]);
  });

  test.each([entry, feature])("$path: a blocked holder, whose name is told", async (kind) => {
    const { qrToken, member } = await held();
    await query.updateTable("users").set({ isBlocked: true }).where("id", "=", member.id).execute();
    const answer = await expectRefused(query, asks(kind, qrToken), "ticket.holder_blocked", ["scan_log"]);
    expect(answer.refusal?.details).toMatchObject({ user: { username: member.username } });
  });

  test.each([entry, feature])("$path: a ticket that its holder gave back, with who and when", async (kind) => {
    const { id, qrToken, shortCode, member } = await held({ title: "ليلة الأبطال" });
    await member.call(api.purchases.remove, { params: { id: String(id) } });
    const scanned = await expectRefused(query, asks(kind, qrToken), "ticket.given_back", ["scan_log"]);
    expect(scanned.refusal?.details).toMatchObject({
      user: { username: member.username },
      title: "ليلة الأبطال",
      at: expect.stringMatching(/Z$/),
    });
    await expectRefused(query, asks(kind, shortCode), "ticket.given_back", ["scan_log"]);
  });

  test("a ticket that an administrator took back is cancelled, not given back by its holder", async () => {
    const { id, qrToken } = await held();
    const admin = await given.user({ roleId: Role.Admin });
    await admin.call(api.purchases.remove, { params: { id: String(id) } });
    await expectRefused(query, asks(entry, qrToken), "ticket.cancelled", ["scan_log"]);
  });

  test.each(["", " ", "1", "hello", "مرحبا", "\u0000", "🎟️".repeat(20), "{}", "x".repeat(43), "' or 1=1 --", "\ud800"])(
    "any other string as unknown: %j",
    async (qrToken) => {
      await expectRefused(query, asks(entry, qrToken), "ticket.unknown", ["scan_log"]);
    },
  );

  test("a string of 15,000 letters as unknown", async () => {
    await expectRefused(query, asks(entry, "A".repeat(15_000)), "ticket.unknown", ["scan_log"]);
  });

  test.each([null, 1, true, {}, [], ["a"], undefined])("what is no string as a wrong field: %j", async (qrToken) => {
    const headers = { authorization: `Bearer ${scanner.accessToken}`, "content-type": "application/json" };
    const answer = await saha.send("POST", "/api/ticket-scan/validate-qrEntry", {
      headers,
      body: JSON.stringify({ qrToken }),
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).issues).toMatchObject([{ field: "qrToken" }]);
  });

  test("a gate of 41 characters", async () => {
    const { qrToken } = await held();
    expect((await scanner.call(entry, { body: { qrToken, gate: "ب".repeat(41) } })).code).toBe("request.invalid");
    expect((await scanner.call(entry, { body: { qrToken, gate: "a\u0000b" } })).code).toBe("request.invalid");
    expect((await scanner.call(entry, { body: { qrToken, gate: "ب".repeat(40) } })).status).toBe(200);
  });
});

describe("the day", () => {
  test.each([
    { day: "2026-10-20", at: "2026-10-19T20:59:59Z", open: false, why: "a second before its midnight" },
    { day: "2026-10-20", at: "2026-10-19T21:00:00Z", open: true, why: "its midnight" },
    { day: "2026-10-20", at: "2026-10-20T20:59:59Z", open: true, why: "its last second" },
    { day: "2026-10-20", at: "2026-10-20T21:00:00Z", open: true, why: "the next midnight, the night goes on" },
    { day: "2026-10-21", at: "2026-10-20T21:00:00Z", open: true, why: "both are taken after midnight" },
    { day: "2026-10-20", at: "2026-10-21T01:59:59Z", open: true, why: "the last second of the night" },
    { day: "2026-10-20", at: "2026-10-21T02:00:00Z", open: false, why: "05:00, the day has ended" },
    { day: "2026-10-19", at: "2026-10-20T12:00:00Z", open: false, why: "yesterday at noon" },
    { day: "2026-10-18", at: "2026-10-19T22:00:00Z", open: false, why: "the day before yesterday at night" },
  ])("$day at $at: $open ($why)", async ({ day, at, open }) => {
    const { qrToken } = await held({ day });
    saha.setClock(at);
    if (!open) {
      const answer = await expectRefused(query, asks(entry, qrToken), "ticket.wrong_day", ["scan_log"]);
      expect(answer.refusal?.details).toMatchObject({ day });
      await expectRefused(query, asks(feature, qrToken), "ticket.wrong_day", ["scan_log"]);
    } else expect((await scanner.call(entry, { body: { qrToken } })).status).toBe(200);
  });

  test("a used ticket says that it was used, on whatever day", async () => {
    const { qrToken } = await held();
    await scanner.call(entry, { body: { qrToken } });
    saha.setClock("2026-10-25T12:00:00Z");
    await expectRefused(query, asks(entry, qrToken), "ticket.already_used", ["scan_log"]);
    await expectRefused(query, asks(feature, qrToken), "ticket.wrong_day", ["scan_log"]);
  });

  test("follows a ticket whose day was changed", async () => {
    const { qrToken, ticketId } = await held({ day: "2026-10-25" });
    await expectRefused(query, asks(entry, qrToken), "ticket.wrong_day", ["scan_log"]);
    const admin = await given.user({ roleId: Role.Admin });
    await admin.call(api.tickets.update, { params: { id: String(ticketId) }, body: { day: "2026-10-20" } });
    expect((await scanner.call(entry, { body: { qrToken } })).status).toBe(200);
  });
});

describe("the typed short code", () => {
  test("is read whatever its case, dashes, spaces and digits", async () => {
    for (const spell of [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace("-", ""),
      (code: string) => ` ${[...code.replace("-", "")].join(" ")} `,
      (code: string) => code.replace("-", "–"),
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit))),
    ]) {
      const { shortCode, id } = await held();
      expect((await scanner.call(entry, { body: { qrToken: spell(shortCode) } })).status).toBe(200);
      expect(await logOf(id)).toMatchObject([{ wasTyped: true }]);
    }
  });

  test("pauses typing after 20 unknown ones, for that scanner on that device alone, and says how long; the camera goes on, and every scan is logged", async () => {
    const guard = await given.user({ roleId: Role.ScanAdmin });
    const mine = await held();
    for (let i = 0; i < 20; i++) {
      expect((await guard.call(entry, { body: { qrToken: "AAAAA-AAAAA" } })).code).toBe("ticket.unknown");
    }
    for (const qrToken of ["BBBBB-BBBBB", mine.shortCode]) {
      const paused = await guard.call(entry, { body: { qrToken } });
      expect(paused.code).toBe("scan.too_many_unknown");
      expect(paused.refusal?.message).toMatch(/10 دقائق/);
      expect(Number(paused.headers["retry-after"])).toBeGreaterThan(590);
      expect(Number(paused.headers["retry-after"])).toBeLessThanOrEqual(600);
    }
    // Another gate of the same account goes on.
    const gate = await given.signIn(guard);
    expect((await gate.call(entry, { body: { qrToken: "BBBBB-BBBBB" } })).code).toBe("ticket.unknown");
    expect((await scanner.call(entry, { body: { qrToken: mine.shortCode } })).status).toBe(200);
    expect((await guard.call(entry, { body: { qrToken: (await held()).qrToken } })).status).toBe(200);
    expect((await guard.call(entry, { body: { qrToken: "no code at all" } })).code).toBe("ticket.unknown");
    const rows = await query.selectFrom("scanLog").select("result").where("scannerId", "=", guard.id).execute();
    expect(rows).toHaveLength(25);
    await query
      .updateTable("scanLog")
      .set({ at: new Date(Date.now() - 601_000) })
      .where("scannerId", "=", guard.id)
      .execute();
    expect((await guard.call(entry, { body: { qrToken: "BBBBB-BBBBB" } })).code).toBe("ticket.unknown");
  });
});

test("a device whose scans are refused 600 times in ten minutes waits, and writes no more rows; another one goes on", async () => {
  const guard = await given.user({ roleId: Role.ScanAdmin });
  const [first, second] = [await given.signIn(guard), await given.signIn(guard)];
  const forged = { body: { qrToken: "no code of ours" } };
  const codes = new Set<string | undefined>();
  // Four at a time are under way, whoever asks for more.
  for (let n = 0; n < 30; n++) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => first.call(entry, forged)));
    for (const { code } of answers) codes.add(code);
  }
  expect(codes).toEqual(new Set(["ticket.unknown"]));
  const more = await first.call(entry, forged);
  expect(more.code).toBe("request.too_many");
  expect(Number(more.headers["retry-after"])).toBeLessThanOrEqual(600);
  const ticket = await held();
  expect((await first.call(entry, { body: { qrToken: ticket.qrToken } })).code).toBe("request.too_many");
  expect((await second.call(entry, { body: { qrToken: ticket.qrToken } })).status).toBe(200);
  const rows = await query.selectFrom("scanLog").select("result").where("scannerId", "=", guard.id).execute();
  expect(rows).toHaveLength(601);
});

/**
 * What a thief is told who signs in anew after each 5 forged scans, and what then becomes of a ticket; and its rows.
 */
async function scansOfThief(bounds: Parameters<typeof boundRefusals>[0]) {
  const { keys, database } = saha.core;
  const guard = await given.user({ roleId: Role.ScanAdmin });
  const bounded = boundRefusals(bounds);
  const rules = { enforceDay: false, foodNeedsEntry: true, days: { timeZone: "Asia/Riyadh", dayEnds: "00:00" } };
  async function scanAnew(qrTokens: string[]) {
    const { sessionId } = await given.signIn(guard);
    const asked = { kind: "entry" as const, scannerId: guard.id, sessionId, gate: null, now: new Date(noon) };
    const told: string[] = [];
    for (const qrToken of qrTokens) {
      const scan = database.transact((tx) =>
        bounded({ id: guard.id, sessionId, isTyped: false }, () => scanTicket(tx, keys, rules, { ...asked, qrToken })),
      );
      const outcome = await scan.catch((problem: Problem) => problem);
      told.push(outcome instanceof Problem ? outcome.code : "admitted");
    }
    return told;
  }
  const told: string[] = [];
  for (let n = 0; n < 4; n++) told.push(...(await scanAnew(Array.from({ length: 5 }, () => "no code of ours"))));
  const [honest] = await scanAnew([(await held()).qrToken]);
  const rows = await query.selectFrom("scanLog").select("result").where("scannerId", "=", guard.id).execute();
  const countOf = (code: string) => told.filter((one) => one === code).length;
  return { unknown: countOf("ticket.unknown"), tooMany: countOf("request.too_many"), honest, rows: rows.length };
}

test("signing in anew writes no more refused scans than the account's bound, and tickets are let in beyond it", async () => {
  const bounds = { ofDevice: 6, ofAccount: 12 };
  expect(await scansOfThief(bounds)).toEqual({ unknown: 12, tooMany: 8, honest: "admitted", rows: 13 });
});

test("typing is paused after twenty unknown codes beyond the account's bound too, where no row tells of them", async () => {
  const bounded = boundRefusals({ ofDevice: 600, ofAccount: 3 });
  const type = async (outcome: "admitted" | "ticket.unknown") => {
    const scan = async () => (outcome === "admitted" ? outcome : new Problem(outcome));
    const told = await bounded({ id: 1, sessionId: 1, isTyped: true }, scan).catch((problem: Problem) => problem);
    return told instanceof Problem ? told.code : told;
  };
  const told: string[] = [];
  for (let n = 0; n < 24; n++) told.push(await type("ticket.unknown"));
  expect(told.slice(0, 3)).toEqual(["ticket.unknown", "ticket.unknown", "ticket.unknown"]);
  expect(new Set(told.slice(3, 23))).toEqual(new Set(["request.too_many"]));
  expect(told[23]).toBe("scan.too_many_unknown");
  expect(await type("admitted")).toBe("scan.too_many_unknown");
});

test("it would write as many as it likes where devices alone are counted (broken twin)", async () => {
  const bounds = { ofDevice: 6, ofAccount: Number.MAX_SAFE_INTEGER };
  expect(await scansOfThief(bounds)).toEqual({ unknown: 20, tooMany: 0, honest: "admitted", rows: 21 });
});

describe("settings", () => {
  test("SCAN_ENFORCE_DAY=false takes any day", async () => {
    const at = await openServer({ now: noon, config: { scanEnforceDay: false } });
    const guard = await at.given.user({ roleId: Role.ScanAdmin });
    for (const day of ["2020-01-01", "2030-12-31"]) {
      const { qrToken } = await held({ day }, at);
      expect((await guard.call(entry, { body: { qrToken } })).status).toBe(200);
    }
    await at.close();
  });

  test("SCAN_FOOD_NEEDS_ENTRY=false feeds before entry, and then nothing more", async () => {
    const at = await openServer({ now: noon, config: { scanFoodNeedsEntry: false } });
    const guard = await at.given.user({ roleId: Role.ScanAdmin });
    const { qrToken, id } = await held({}, at);
    expect((await guard.call(feature, { body: { qrToken } })).status).toBe(200);
    expect(await statusOf(id, at.query)).toMatchObject({ status: "USED_FOR_FEATURE", lastQrEntryScan: null });
    for (const kind of [entry, feature]) {
      const again = await guard.call(kind, { body: { qrToken } });
      expect(again.code).toBe("ticket.already_used");
      expect(again.refusal?.details).toMatchObject({ by: { username: guard.username } });
    }
    expect(await brokenLaws(at.query)).toEqual([]);
    await at.close();
  });

  test.each([
    { eventTimeZone: "UTC", eventDayEnds: "05:00", at: "2026-10-21T04:59:59Z", open: true },
    { eventTimeZone: "UTC", eventDayEnds: "05:00", at: "2026-10-21T05:00:00Z", open: false },
    { eventTimeZone: "UTC", eventDayEnds: "00:00", at: "2026-10-21T00:00:00Z", open: false },
    { eventTimeZone: "America/New_York", eventDayEnds: "05:00", at: "2026-10-20T03:59:59Z", open: false },
    { eventTimeZone: "America/New_York", eventDayEnds: "05:00", at: "2026-10-21T08:59:00Z", open: true },
    { eventTimeZone: "Pacific/Kiritimati", eventDayEnds: "12:00", at: "2026-10-19T10:00:00Z", open: true },
    { eventTimeZone: "Pacific/Kiritimati", eventDayEnds: "12:00", at: "2026-10-20T22:00:00Z", open: false },
  ])("$eventTimeZone with the day's end at $eventDayEnds, $at: $open", async ({ at: now, open, ...config }) => {
    const at = await openServer({ now, config });
    const guard = await at.given.user({ roleId: Role.ScanAdmin });
    const { qrToken } = await held({ day: "2026-10-20" }, at);
    const answer = await guard.call(entry, { body: { qrToken } });
    expect(answer.code).toBe(open ? undefined : "ticket.wrong_day");
    await at.close();
  });
});

test("the QR picture is drawn for a signed token alone", async () => {
  const { qrToken, uuid, id } = await held();
  const path = (token: string) => `/api/ticket-purchase/qr/${token}.svg`;
  expect((await saha.send("GET", path(qrToken))).text).toContain("<svg");
  for (const token of [`${qrToken.slice(0, -1)}${qrToken.endsWith("A") ? "B" : "A"}`, uuid, String(id), "x", "%00"]) {
    const answer = await saha.send("GET", path(token));
    expect([404, 400]).toContain(answer.status);
    expect(JSON.parse(answer.text).code).toMatch(/ticket\.unknown|request/);
  }
});

test("nobody is refused a QR picture for others of the network who ask for thousands of their own", async () => {
  // All at once, past the lines in which requests take turns.
  const ask = () => saha.app.inject({ url: qrImagePath(saha.core.keys, randomUUID()) });
  const answers = await Promise.all(Array.from({ length: 4000 }, ask));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test("a scan whose answer an older version kept, without a day, is the first success again", async () => {
  const { qrToken } = await held();
  const press = { key: given.key() };
  const first = await scanner.call(entry, { body: { qrToken, gate: null } }, press);
  await query
    .updateTable("idempotencyKeys")
    .set({ kept: sql<string>`kept #- '{ticket,day}'` })
    .where("key", "=", press.key)
    .execute();
  const again = await scanner.call(entry, { body: { qrToken, gate: null } }, press);
  const { day: _, ...ticket } = first.data.ticket;
  expect(again.data).toEqual({ ...first.data, ticket });
});
