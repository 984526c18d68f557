import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type AuditRow, api, Category, endpoint, Platform, Role } from "@saha/contract";
import fastify from "fastify";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { sessionHeaders } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { readersAtOnce } from "../../test/held-readers.ts";
import { buildApp } from "../app.ts";
import { auditedCalls } from "../http/audited-call.ts";
import { serve } from "../http/serve.ts";
import { openStaffQuotas, type StaffQuota } from "../limits/quota.ts";
import { readAudit } from "./read-audit.ts";

let saha: Server;
let admin: Member;

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin, username: "سارة" });
});
afterAll(() => saha.close());

const read = async (query = {}) => (await admin.call(api.audit.list, { query })).data;
const latest = async () => (await read())[0] as AuditRow;

const ticket = { title: "اليوم الأول", quantity: 10, day: "2026-12-01", category: Category.Free };

test("is read once at a time, whatever is asked for", async () => {
  const asks = Array.from({ length: 12 }, (_, at) => () => read({ actorId: String(admin.id + at) }));
  expect(await readersAtOnce(saha, "audit_log", asks)).toBe(1);
});

test("a change whose own row finds the disk full is refused for that, and changes nothing", async () => {
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`.execute(saha.owner);
  await sql`create trigger no_room before insert on audit_log execute function no_room()`.execute(saha.owner);
  try {
    const { status, code } = await admin.call(api.platforms.create, { body: { name: "No room" } });
    expect([status, code]).toEqual([503, "server.disk_full"]);
  } finally {
    await sql`drop trigger no_room on audit_log`.execute(saha.owner);
  }
  expect((await admin.call(api.platforms.list)).data.map(({ name }) => name)).not.toContain("No room");
});

test("a change says who, what, before, after, when and from where", async () => {
  const { data: made } = await admin.call(api.tickets.create, { body: ticket });
  const params = { id: made.id };
  await admin.call(
    api.tickets.update,
    { params, body: { quantity: 20, title: "اليوم الأول" } },
    { headers: { "user-agent": "Firefox of the office" } },
  );
  const row = await latest();
  expect(row).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    actor: { id: admin.id, name: "سارة" },
    call: "PUT /ticket/:id",
    params,
    ip: "127.0.0.1",
    userAgent: "Firefox of the office",
    changes: [{ subject: "tickets", subjectId: String(made.id), before: { quantity: 10 }, after: { quantity: 20 } }],
  });
  expect(Math.abs(Date.parse(row.at) - Date.now())).toBeLessThan(60_000);
});

test("what is made has no before, what is deleted no after", async () => {
  const { data: made } = await admin.call(api.platforms.create, { body: { name: "Arcade" } });
  const [creation] = (await latest()).changes;
  expect(creation).toMatchObject({ subject: "platforms", before: null, after: { id: made.id, name: "Arcade" } });
  await admin.call(api.platforms.remove, { params: { id: made.id } });
  const [removal] = (await latest()).changes;
  expect(removal).toMatchObject({ subjectId: String(made.id), before: { name: "Arcade" }, after: null });
});

test("a refused call has changed nothing and leaves nothing", async () => {
  const before = await read();
  const { code } = await admin.call(api.categories.remove, { params: { id: Category.Free } });
  expect(code).toBe("category.protected");
  expect(await read()).toEqual(before);
});

test("plain users and scans are kept elsewhere; staff of every role is audited", async () => {
  const booth = await saha.given.booth();
  const [runner, player, guard] = [
    await saha.given.boothAdmin(booth.id),
    await saha.given.user(),
    await saha.given.user({ roleId: Role.ScanAdmin }),
  ];
  const game = await saha.given.game({ boothId: booth.id });
  const before = (await read()).length;
  const { data } = await player.call(api.queue.apply, { body: { gameId: game.id } });
  const free = await saha.given.ticket();
  const { qrToken } = await saha.given.purchase({ userId: player.id, ticketId: free.id });
  await guard.call(api.scans.entry, { body: { qrToken } });
  expect(await read()).toHaveLength(before);
  await runner.call(api.queue.call, { body: { queueId: data.id } });
  expect(await latest()).toMatchObject({
    actor: { id: runner.id },
    call: "POST /queue/trigger-call",
    changes: [{ subject: "queue_entries", subjectId: String(data.id), before: { called_at: null } }],
  });
});

test("opening an invitation's link is anybody's call, and leaves no row where staff make it", async () => {
  const guard = await saha.given.user({ roleId: Role.ScanAdmin });
  const body = { ...ticket, category: Category.Invitation, quantity: 1, day: "2026-12-05" };
  const { data: made } = await admin.call(api.tickets.create, { body });
  const code = (await admin.call(api.invitations.list)).data.find(({ ticketId }) => ticketId === made.id)?.code ?? "";
  for (const tried of ["x", "ABCDEFGHJKMN", code, code]) {
    expect((await guard.call(api.invitations.opened, { body: { code: tried } })).status).toBe(200);
  }
  const opened = (await admin.call(api.invitations.list)).data.find((row) => row.code === code);
  expect(opened?.openedAt).toMatch(/Z$/);
  expect(await read({ actorId: String(guard.id) })).toEqual([]);
});

describe("what an account of staff writes into it is bounded", () => {
  /** Presses of a trivia admin, as many at once as are worked on, where a device has two audited calls an hour. */
  async function press(bound: (few: StaffQuota) => StaffQuota) {
    const few = openStaffQuotas(saha.core.openQuota).open({ ...auditedCalls, points: 2 });
    const app = await buildApp({ ...saha.core, auditedCalls: bound(few) });
    const game = await saha.given.game({ platformId: Platform.Trivia, finite: true, min: 0, max: 10 });
    const [player, trivia] = [await saha.given.user(), await saha.given.user({ roleId: Role.TriviaAdmin })];
    const ask = (by: Member, method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
      app.inject({ method, url: `/api/${path}`, headers: sessionHeaders(by), ...(payload && { payload }) });
    const put = (score: number, by: Member) => ask(by, "PUT", `score/${player.id}/game/${game.id}`, { score });
    for (let at = 0; at < 4; at++) expect((await put(-1, trivia)).statusCode).toBe(422);
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => put(at, trivia)));
    const rows = async () => (await read({ actorId: String(trivia.id) })).length;
    return { app, ask, put, trivia, answers, rows };
  }

  test("four changes at once where two are left leave two rows; who is refused is told until when", async () => {
    const { app, put, answers, rows } = await press((few) => few);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.json()).toMatchObject({ code: "request.too_many" });
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(3000);
    expect(await rows()).toBe(2);
    const another = await saha.given.user({ roleId: Role.TriviaAdmin });
    expect((await put(5, another)).statusCode).toBe(200);
    await app.close();
  });

  test("a twin that counts only once a change is made lets all four through", async () => {
    const counted = (few: StaffQuota): StaffQuota => ({
      spend: async (actor, work, isSpent) => {
        const result = await work();
        await few.spend(actor, async () => {}, isSpent).catch(() => {});
        return result;
      },
    });
    const { app, answers, rows } = await press(counted);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(200));
    expect(await rows()).toBe(4);
    await app.close();
  });

  test("beyond it scans go on, the owner ends the thief's sessions and signs out, and administrators work on", async () => {
    const { app, ask, put, trivia } = await press((few) => few);
    const thief = await saha.given.user({ roleId: Role.ScanAdmin });
    const name = { name: "لص" };
    for (const status of [200, 200, 429]) {
      expect((await ask(thief, "PUT", `profile/${thief.id}`, name)).statusCode).toBe(status);
    }
    const free = await saha.given.ticket();
    for (let at = 0; at < 5; at++) {
      const holder = await saha.given.user();
      const { qrToken } = await saha.given.purchase({ userId: holder.id, ticketId: free.id });
      expect((await ask(thief, "POST", "ticket-scan/validate-qrEntry", { qrToken })).statusCode).toBe(200);
    }
    expect((await ask(thief, "DELETE", "auth/sessions")).statusCode).toBe(200);
    expect((await ask(trivia, "DELETE", "auth/logout")).statusCode).toBe(204);
    for (const score of [1, 2, 3, 4, 5]) expect((await put(score, admin)).statusCode).toBe(200);
    await app.close();
  });

  test("it is 4,000 calls an hour of a device and 40,000 of an account, until its password is set anew", async () => {
    const id = 2_000_000_000;
    const call = (sessionId: number) =>
      saha.core.auditedCalls.spend(
        { id, sessionId },
        async () => "made",
        () => true,
      );
    const tooMany = { code: "request.too_many" };
    for (let device = 1; device <= 10; device++) {
      for (let at = 0; at < 4000; at++) await call(-device);
      if (device === 1) await expect(call(-1)).rejects.toMatchObject(tooMany);
    }
    await expect(call(-11)).rejects.toMatchObject(tooMany);
    await saha.core.staffQuotas.clear(id);
    expect(await call(-11)).toBe("made");
  });
});

test("no secret and nothing that names a person stands in it", async () => {
  const secret = "كلمة مرور طويلة للاختبار 7391";
  const { data: person } = await admin.call(api.users.create, {
    body: {
      username: "mona.saleh",
      riotId: "Mona#KSA7",
      password: secret,
      password_confirmation: secret,
      roleId: Role.User,
    },
  });
  const other = `${secret} ثانية`;
  await admin.call(api.users.setPassword, {
    params: { id: person.id },
    body: { password: other, password_confirmation: other },
  });
  await admin.call(api.profiles.update, { params: { userId: person.id }, body: { name: "منى صالح" } });
  const invitation = await admin.call(api.tickets.create, {
    body: { ...ticket, category: Category.Invitation, quantity: 3, day: "2026-12-03" },
  });
  expect(invitation.status).toBe(201);
  const [code] = (await admin.call(api.invitations.list)).data;
  await admin.call(api.invitations.update, { params: { id: code?.id ?? 0 }, body: { sentTo: "mona@saha.example" } });
  const text = JSON.stringify(await read());
  const { rows } = await sql<{
    all: string;
  }>`select string_agg(audit_changes::text, '') as all from audit_changes`.execute(saha.query);
  for (const told of ["mona", "Mona", "منى", secret, "argon2", code?.code ?? "?"]) {
    expect(text).not.toContain(told);
    expect(rows[0]?.all).not.toContain(told);
  }
  const made = (await read()).find(({ call }) => call === "POST /user");
  expect(made?.changes[0]?.after).toMatchObject({ username: { withheld: true }, password_hash: { withheld: true } });
});

test("a name that begins as bytes are written stands in it as any other", async () => {
  const name = "\\x41 جناح";
  await admin.call(api.booths.create, { body: { name, isActive: true } });
  expect((await latest()).changes[0]?.after?.name).toBe(name);
});

test("the winner of a draw stands in it once the draw has shown its winner, not while it spins", async () => {
  const booth = await saha.given.booth();
  const body = { boothId: booth.id, name: "كرسي ألعاب", secondary: "في الجناح", renderTime: 300 };
  const { data: poll } = await admin.call(api.polls.create, { body });
  const member = await saha.given.user();
  const { data: entry } = await member.call(api.polls.join, { body: { pollId: poll.id, userId: member.id } });
  await admin.call(api.polls.roll, { body: { pollId: poll.id } });
  const winner = async () => {
    const [draw] = (await latest()).changes.filter(({ subject }) => subject === "poll_draws");
    // The list itself is in the proof: of 10,000 entrants each has 60 KB.
    expect(draw?.after?.list).toBe(1);
    return draw?.after?.winner_entry_id;
  };
  expect(await winner()).toEqual({ withheld: true });
  await sql`update poll_draws set ends_at = clock_timestamp() where poll_id = ${poll.id}`.execute(saha.owner);
  expect(await winner()).toBe(entry.id);
});

test("it is read for one person or one kind of thing, at most as many rows as told", async () => {
  const other = await saha.given.user({ roleId: Role.Admin });
  await other.call(api.categories.create, { body: { name: "صحافة" } });
  expect(await read({ actorId: String(other.id) })).toHaveLength(1);
  const categories = await read({ subject: "ticket_categories" });
  expect(categories.map(({ actor }) => actor.id)).toEqual([other.id]);
  expect(await read({ subject: "nothing_like_it" })).toEqual([]);
});

test("it is read for some of the event's days, which begin where the one before has ended", async () => {
  const other = await saha.given.user({ roleId: Role.Admin });
  const actorId = String(other.id);
  await other.call(api.categories.create, { body: { name: "ضيوف" } });
  const { at } = (await read({ actorId }))[0] as AuditRow;
  const [today, before, after] = [0, -1, 1].map((days) => {
    // UTC+3 until five in the morning: the event's day of a moment is the calendar's two hours earlier in UTC.
    return new Date(Date.parse(at) - 2 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  });
  const count = async (days: object) => (await read({ actorId, ...days })).length;
  expect(await count({ from: today, to: today })).toBe(1);
  expect(await count({ to: today })).toBe(1);
  expect(await count({ from: before, to: after })).toBe(1);
  expect(await count({ from: after })).toBe(0);
  expect(await count({ to: before })).toBe(0);
});

test("its days are the gate's where the database knows another zone by that name", async () => {
  const { id: actorId } = await saha.given.user({ roleId: Role.Admin });
  const row = {
    requestId: randomUUID(),
    actorId,
    sessionId: 1,
    call: "PUT /api/games/:id",
    params: {},
    ip: null,
    userAgent: null,
  };
  // 2026-10-20 where the clock is three hours ahead of UTC and the day ends at five.
  const ats = ["2026-10-20T02:00:00Z", "2026-10-21T01:59:59Z"];
  await saha.query
    .insertInto("auditLog")
    .values(ats.map((at) => ({ ...row, at })))
    .execute();
  const of = async (from: string, to: string) => {
    const answer = await readAudit(saha.query, { actorId, from, to }, { timeZone: "+03:00", dayEnds: "05:00" });
    return (JSON.parse(answer.text) as { data: AuditRow[] }).data.length;
  };
  expect(await of("2026-10-20", "2026-10-20")).toBe(2);
  expect(await of("2026-10-19", "2026-10-19")).toBe(0);
  expect(await of("2026-10-21", "2026-10-21")).toBe(0);
});

test("an actor whose account is gone stays as an id", async () => {
  const other = await saha.given.user({ roleId: Role.GameAdmin });
  await other.call(api.auth.logout);
  await admin.call(api.users.remove, { params: { id: other.id } });
  const row = (await read({ actorId: String(other.id) }))[0];
  expect(row?.actor).toEqual({ id: other.id, name: null });
});

test("a call that writes nothing through a transaction is audited all the same, whatever it is", async () => {
  const app = fastify();
  app.decorateRequest("actor", undefined);
  app.decorateRequest("client", null as never);
  app.addHook("onRequest", async (request) => {
    request.actor = { id: admin.id, roleId: Role.Admin, sessionId: admin.sessionId, peers: undefined };
    request.client = { ip: "::1", userAgent: null, language: "ar", device: null };
    Object.assign(request, { id: "00000000-0000-4000-8000-000000000001" });
  });
  const data = z.object({});
  const call = endpoint({ method: "POST", path: "/quite-new", summary: "", access: [Role.Admin], data });
  serve(app, saha.core, { call }, { call: async () => ({}) });
  await app.inject({ method: "POST", url: "/api/quite-new" });
  await app.close();
  expect(await latest()).toMatchObject({ call: "POST /quite-new", ip: "::1", changes: [] });
});

test("what a call leaves to a timer is not done in its name", async () => {
  const booth = await saha.given.booth();
  let later = Promise.resolve<unknown>(undefined);
  await saha.core.database.transact(async () => {});
  const { audited } = await import("../database/audit.ts");
  const of = {
    requestId: "00000000-0000-4000-8000-000000000002",
    actorId: admin.id,
    sessionId: admin.sessionId,
    call: "POST /later",
    params: {},
    ip: "",
    userAgent: null,
  };
  const change = () =>
    saha.core.database.transact((tx) =>
      tx.updateTable("booths").set({ name: "باسم آخر" }).where("id", "=", booth.id).execute(),
    );
  const noRow = async () => undefined;
  await audited(
    of,
    async () => {
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(change);
    },
    noRow,
  );
  await later;
  expect((await read()).some(({ call }) => call === "POST /later")).toBe(false);
});

describe("the database itself keeps it", () => {
  const attempts: [string, RawBuilder<unknown>][] = [
    ["update", sql`update audit_log set actor_id = 1`],
    ["delete", sql`delete from audit_log`],
    ["truncate", sql`truncate audit_log`],
    ["update of what changed", sql`update audit_changes set before = null`],
    ["delete of what changed", sql`delete from audit_changes`],
    ["truncate of what changed", sql`truncate audit_changes`],
  ];

  test.each(attempts)("%s is refused to the role of the application by its rights", async (_, attempt) => {
    await expect(attempt.execute(saha.query)).rejects.toThrow(/permission denied for table audit_/);
  });

  test.each(attempts)("%s is refused to a superuser by the triggers", async (_, attempt) => {
    await expect(attempt.execute(saha.owner)).rejects.toThrow("the audit is only added to");
  });

  const ways: [string, RawBuilder<unknown>][] = [
    ["disable the triggers", sql`alter table audit_log disable trigger all`],
    ["disable the triggers of what is audited", sql`alter table users disable trigger audit`],
    ["drop a trigger", sql`drop trigger audit on users`],
    ["replace what a trigger runs", sql`alter function audit_change() rename to gone`],
    ["switch triggers off in its session", sql`set session_replication_role = replica`],
    ["drop the table", sql`drop table audit_changes`],
    ["delete the proofs of draws", sql`delete from poll_draws`],
    ["rewrite the proof of a draw", sql`update poll_draws set list = '1', winner_entry_id = 1`],
    ["write down a change that never was", sql`insert into audit_changes (audit_id, subject) values (1, 'users')`],
    ["become the owner", sql`set role saha`],
    ["make a role that may", sql`create role helper superuser`],
    ["give itself more rights", sql`alter role current_user superuser`],
    ["run a program of the machine", sql`copy (select 1) to program 'true'`],
    ["read a file of the machine", sql`select pg_read_file('/etc/passwd')`],
  ];

  test.each(ways)("the application can't %s", async (_, way) => {
    await expect(way.execute(saha.query)).rejects.toThrow(/permission denied|must be owner|Only roles with/);
  });

  const ofRights = ways.filter(([way]) => /trigger |triggers of|proof/.test(way));
  test.each(ofRights)("its owner can %s, so that the refusal is the role's (broken twin)", async (_, way) => {
    const done = saha.owner.transaction().execute(async (tx) => {
      await way.execute(tx);
      throw new Error("undone");
    });
    await expect(done).rejects.toThrow("undone");
  });

  test("the application signs in as a role that is neither a superuser nor can become one", async () => {
    const { rows } = await sql`
      select current_user::text as role, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships,
        (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
      from pg_roles where rolname = current_user`.execute(saha.query);
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false };
    expect(rows).toEqual([{ role: "saha_application", ...none, rolbypassrls: false, memberships: 0, owned: 0 }]);
  });

  test.each(attempts)("%s is refused to an owner that is no superuser by its rights already", async (_, attempt) => {
    const tried = saha.owner.transaction().execute(async (tx) => {
      await sql`create role plain_owner`.execute(tx);
      await sql`grant create on schema public to plain_owner`.execute(tx);
      for (const table of ["audit_log", "audit_changes"]) {
        await sql`alter table ${sql.table(table)} owner to plain_owner`.execute(tx);
      }
      await sql`set local role plain_owner`.execute(tx);
      await attempt.execute(tx);
    });
    await expect(tried).rejects.toThrow(/permission denied/);
  });

  test("every table is audited, or has a reason why not", async () => {
    const reasons: Record<string, string> = {
      event: "its one row is written by the first start",
      migrations: "written by the start",
      files: "the row that shows a picture is audited",
      removed_files: "the row that showed a picture is audited",
      known_devices: "remembers a signing in",
      one_time_codes: "holds nothing but secrets",
      secret_mark: "changes at a start alone, which has no account",
      idempotency_keys: "keeps answers, not changes",
      score_log: "a log that is only added to",
      scan_log: "the log of scans",
      audit_log: "the audit itself",
      audit_changes: "the audit itself",
    };
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'audit')
      order by relname`.execute(saha.query);
    const unaudited = rows.map(({ name }) => name);
    // A new table is audited by `call audit_table('its_name', '{columns that name a person}')` in its migration.
    expect(unaudited).toEqual(Object.keys(reasons).sort());
  });
});

test("every audited table and column has a name in words", async () => {
  const words = await readFile(new URL("../../../web/src/features/audit/audit-words.ts", import.meta.url), "utf8");
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join pg_trigger on tgrelid = table_name::regclass and tgname = 'audit'
    where table_schema = 'public'`.execute(saha.core.database.query);
  const names = new Set([...words.matchAll(/^ {2}(\w+): m\.audit_[sf]_/gm)].map(([, name]) => name));
  const untold = [...(/const untold = \[(.*?)\]/s.exec(words)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(untold).toContain("id");
  expect(rows.map(({ column }) => column)).toContain("quantity");
  const told = rows.filter(({ column }) => !untold.includes(column));
  const nameless = told.flatMap(({ table, column }) => [table, column]).filter((name) => !names.has(name));
  expect([...new Set(nameless)]).toEqual([]);
});
