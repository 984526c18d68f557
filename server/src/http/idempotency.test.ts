import { api, Platform, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { expectRefused } from "../../test/refused.ts";
import { sha256 } from "../process/secrets.ts";
import { forgetOldKeys } from "./idempotency.ts";

const saha = await openServer();
const { given, query } = saha;
const { reserve } = api.purchases;
afterEach(async () => expect(await brokenLaws(query)).toEqual([]));
afterAll(saha.close);

const keysOf = (userId: number) =>
  query.selectFrom("idempotencyKeys").selectAll().where("userId", "=", userId).execute();
const purchasesOf = (userId: number) =>
  query.selectFrom("purchases").select("id").where("userId", "=", userId).execute();

test("the same key, call and body gets the first success again, and one effect", async () => {
  const [member, ticket, key] = [await given.user(), await given.ticket(), given.key()];
  const body = { ticketId: ticket.id };
  const first = await member.call(reserve, { body }, { key });
  for (let i = 0; i < 3; i++) {
    const again = await member.call(reserve, { body }, { key });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
  }
  expect(await purchasesOf(member.id)).toHaveLength(1);
});

test("a scan repeated under its key is the same 200 and one row of the log; without it, it was used", async () => {
  const [guard, member, ticket] = [
    await given.user({ roleId: Role.ScanAdmin }),
    await given.user(),
    await given.ticket(),
  ];
  const { qrToken, id } = await given.purchase({ userId: member.id, ticketId: ticket.id });
  const key = given.key();
  const first = await guard.call(api.scans.entry, { body: { qrToken } }, { key });
  const again = await guard.call(api.scans.entry, { body: { qrToken } }, { key });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await query.selectFrom("scanLog").select("result").where("purchaseId", "=", id).execute()).toEqual([
    { result: "admitted" },
  ]);
  const other = await given.user({ roleId: Role.ScanAdmin });
  expect((await other.call(api.scans.entry, { body: { qrToken } }, { key })).code).toBe("ticket.already_used");
});

test("a call of staff repeated under its key is audited once, however often and by how many at once", async () => {
  const [trivia, player] = [await given.user({ roleId: Role.TriviaAdmin }), await given.user()];
  const game = await given.game({ platformId: Platform.Trivia });
  const [key, params] = [given.key(), { userId: player.id, gameId: game.id }];
  const give = () => trivia.call(api.scores.trivia, { params, body: { score: 1 } }, { key });
  const first = await give();
  const again = await Promise.all(Array.from({ length: 20 }, give));
  const told = again.filter(({ status }) => status !== 409);
  expect(told.length).toBeGreaterThan(0);
  for (const { status, text } of told) expect([status, text]).toEqual([200, first.text]);
  await give();
  const rows = await query.selectFrom("auditLog").select("id").where("actorId", "=", trivia.id).execute();
  expect(rows).toHaveLength(1);
  // What is no repetition is audited as ever.
  await trivia.call(api.scores.trivia, { params, body: { score: 1 } }, { key: given.key() });
  const both = await query.selectFrom("auditLog").select("id").where("actorId", "=", trivia.id).execute();
  expect(both).toHaveLength(2);
});

test("the body counts as it is understood, whatever the order of its fields and what is not asked for", async () => {
  const [guard, member, ticket] = [
    await given.user({ roleId: Role.ScanAdmin }),
    await given.user(),
    await given.ticket(),
  ];
  const { qrToken } = await given.purchase({ userId: member.id, ticketId: ticket.id });
  const headers = {
    authorization: `Bearer ${guard.accessToken}`,
    "content-type": "application/json",
    "idempotency-key": given.key(),
  };
  const bodies = [`{"qrToken":"${qrToken}","gate":"a"}`, `{ "gate": " a ", "x": 1, "qrToken": "${qrToken}" }`];
  const [first, again] = [
    await saha.send("POST", "/api/ticket-scan/validate-qrEntry", { headers, body: bodies[0] ?? "" }),
    await saha.send("POST", "/api/ticket-scan/validate-qrEntry", { headers, body: bodies[1] ?? "" }),
  ];
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
});

describe("under a key that is used", () => {
  test("another body or another call is refused, and nothing happens", async () => {
    const guard = await given.user({ roleId: Role.ScanAdmin });
    const [one, other] = await Promise.all(
      [0, 1].map(async () => given.purchase({ userId: (await given.user()).id, ticketId: (await given.ticket()).id })),
    );
    const key = given.key();
    await guard.call(api.scans.entry, { body: { qrToken: one?.qrToken ?? "" } }, { key });
    const mismatch = (kind: typeof api.scans.entry | typeof api.scans.feature, qrToken = "") =>
      expectRefused(
        query,
        (options) => guard.call(kind, { body: { qrToken } }, { key, ...options }),
        "idempotency.mismatch",
      );
    await mismatch(api.scans.entry, other?.qrToken);
    await mismatch(api.scans.feature, one?.qrToken);
  });

  test("while the first one still runs, it is 409 with Retry-After; then it is the first success", async () => {
    const [member, ticket, key] = [await given.user(), await given.ticket(), given.key()];
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const locked = new Promise<void>((isLocked) => {
      void saha.core.database.transact(async (tx) => {
        await sql`select 1 from tickets where id = ${ticket.id} for update`.execute(tx);
        isLocked();
        await held;
      });
    });
    await locked;
    const body = { ticketId: ticket.id };
    const first = member.call(reserve, { body }, { key });
    await expect.poll(waiting).toBe(1);
    const second = await member.call(reserve, { body }, { key });
    expect(second.code).toBe("idempotency.running");
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
    release();
    expect((await first).status).toBe(201);
    expect((await member.call(reserve, { body }, { key })).text).toBe((await first).text);
    expect(await purchasesOf(member.id)).toHaveLength(1);
  });

  async function waiting(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      query,
    );
    return rows[0]?.n ?? 0;
  }

  test("20 at once have one effect; each is told so or to wait", async () => {
    const [member, ticket, key] = [await given.user(), await given.ticket(), given.key()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => member.call(reserve, { body: { ticketId: ticket.id } }, { key })),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201).every(({ code }) => code === "idempotency.running")).toBe(
      true,
    );
    expect(await purchasesOf(member.id)).toHaveLength(1);
  });
});

test("a refusal is judged anew, and leaves the key free for another body", async () => {
  const [member, full, free, key] = [
    await given.user(),
    await given.ticket({ quantity: 0 }),
    await given.ticket(),
    given.key(),
  ];
  await expectRefused(
    query,
    (options) => member.call(reserve, { body: { ticketId: full.id } }, { key, ...options }),
    "ticket.sold_out",
  );
  await query.updateTable("tickets").set({ quantity: 1 }).where("id", "=", full.id).execute();
  expect((await member.call(reserve, { body: { ticketId: full.id } }, { key })).status).toBe(201);
  const other = await given.user();
  expect((await other.call(reserve, { body: { ticketId: full.id } }, { key })).code).toBe("ticket.sold_out");
  expect((await other.call(reserve, { body: { ticketId: free.id } }, { key })).status).toBe(201);
});

test("two people under the same key have an effect each", async () => {
  const [one, other, ticket, key] = [await given.user(), await given.user(), await given.ticket(), given.key()];
  const body = { ticketId: ticket.id };
  const answers = await Promise.all([one.call(reserve, { body }, { key }), other.call(reserve, { body }, { key })]);
  expect(answers.map(({ data }) => data.userId)).toEqual([one.id, other.id]);
});

test("no token and no short code is kept", async () => {
  const [guard, member, ticket] = [
    await given.user({ roleId: Role.ScanAdmin }),
    await given.user(),
    await given.ticket(),
  ];
  const { data } = await member.call(reserve, { body: { ticketId: ticket.id } }, { key: given.key() });
  await guard.call(api.scans.entry, { body: { qrToken: data.shortCode } }, { key: given.key() });
  const kept = JSON.stringify([...(await keysOf(member.id)), ...(await keysOf(guard.id))]);
  const token = /qr\/([\w-]{43})\.svg/.exec(data.qrImage)?.[1] ?? "";
  expect(kept).toContain(`"id":${data.id}`);
  for (const secret of [
    token,
    data.shortCode,
    data.shortCode.replace("-", ""),
    member.accessToken,
    member.refreshToken,
  ]) {
    expect(kept).not.toContain(secret);
  }
  // Nor a bare hash of it, by which ten letters could be tried one after the other.
  const scan = (await keysOf(guard.id))[0];
  const body = JSON.stringify([{}, { qrToken: data.shortCode }]);
  for (const guess of [body, body.replace("{}", "null"), data.shortCode]) {
    expect(scan?.bodyHash.equals(sha256(guess))).toBe(false);
  }
});

test("of a long key and a ticket's long text little is kept, and the first success comes whole again", async () => {
  const letters = Array.from({ length: 3_900 }, () => String.fromCharCode(0x621 + Math.random() * 26)).join("");
  const [member, ticket] = [await given.user(), await given.ticket({ features: letters })];
  const key = "k".repeat(255);
  const first = await member.call(reserve, { body: { ticketId: ticket.id } }, { key });
  const again = await member.call(reserve, { body: { ticketId: ticket.id } }, { key });
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.data.ticket.features).toBe(letters);
  const { bytes } = await query
    .selectFrom("idempotencyKeys")
    .select(sql<number>`pg_column_size(idempotency_keys)`.as("bytes"))
    .where("userId", "=", member.id)
    .executeTakeFirstOrThrow();
  // With both of them kept, packed as PostgreSQL does, some 5 KB (broken twin).
  expect(bytes).toBeLessThan(1_000);
  const other = await member.call(reserve, { body: { ticketId: ticket.id } }, { key: `${"k".repeat(254)}x` });
  expect(other.code).toBe("ticket.day_taken");
});

test("after 24 hours a key is free again, and is forgotten", async () => {
  const [member, one, other, key] = [
    await given.user(),
    await given.ticket(),
    await given.ticket({ day: "2026-10-21" }),
    given.key(),
  ];
  const age = (hours: number) =>
    query
      .updateTable("idempotencyKeys")
      .set({ createdAt: sql`now() - make_interval(mins => ${hours * 60})` })
      .where("userId", "=", member.id)
      .execute();
  await member.call(reserve, { body: { ticketId: one.id } }, { key });
  await age(23.9);
  expect((await member.call(reserve, { body: { ticketId: one.id } }, { key })).status).toBe(201);
  await forgetOldKeys(saha.core.database);
  expect(await keysOf(member.id)).toHaveLength(1);
  await age(24.1);
  expect((await member.call(reserve, { body: { ticketId: one.id } }, { key })).code).toBe("ticket.day_taken");
  expect((await member.call(reserve, { body: { ticketId: other.id } }, { key })).status).toBe(201);
  await age(24.1);
  expect(await forgetOldKeys(saha.core.database)).toBe(1);
  expect(await keysOf(member.id)).toEqual([]);
});

test.each([
  { key: "x".repeat(255), status: 201 },
  { key: "x".repeat(256), status: 400 },
  { key: "", status: 400 },
  { key: "مفتاح", status: 201 },
])("a key of $key.length characters is $status", async ({ key, status }) => {
  const [member, ticket] = [await given.user(), await given.ticket()];
  const sent = Buffer.from(key).toString("latin1");
  const answer = await member.call(reserve, { body: { ticketId: ticket.id } }, { key: sent });
  expect(answer.status).toBe(status);
  expect(await purchasesOf(member.id)).toHaveLength(status === 201 ? 1 : 0);
});

test("a call that does not honour keys takes no notice of one", async () => {
  const admin = await given.user({ roleId: Role.Admin });
  const key = given.key();
  const { id } = await given.category();
  for (const name of ["one", "other"]) {
    await admin.call(api.categories.update, { params: { id }, body: { name: `${name} ${key}` } }, { key });
  }
  expect(await keysOf(admin.id)).toEqual([]);
});
