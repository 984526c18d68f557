import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Category, Role } from "@saha/contract";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { insertEntries, insertGame, insertPurchases, insertUsers } from "../test/rows.ts";
import { copyTemplate } from "../test/template.ts";
import { openDatabase } from "./database/database.ts";
import { refuseOtherSecret } from "./database/refuse-other-secret.ts";
import { deriveKeys } from "./process/secrets.ts";
import { scanTicket } from "./tickets/scan-ticket.ts";
import { newPurchase, shortCode } from "./tickets/ticket-code.ts";

const main = join(import.meta.dirname, "main.ts");
const dataDir = mkdtempSync(join(tmpdir(), "saha-start-"));
let copy: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  copy = await copyTemplate(inject("postgres"));
});
afterAll(async () => {
  await copy.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the application itself and waits until it has said something of this kind, or has ended. */
async function start(port: number, until: Until, ...args: string[]): Promise<{ said: string; code: number | null }> {
  return startWith({}, port, until, ...args);
}

type Until = Pick<RegExp, "test">;

async function startWith(settings: Record<string, string>, port: number, until: Until, ...args: string[]) {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DATABASE_URL: copy.url,
    DATABASE_OWNER_URL: copy.ownerUrl,
    ...settings,
  };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
      if (until.test(said)) child.kill("SIGTERM");
    });
  }
  return { code: await ended, said };
}

async function accounts(): Promise<number> {
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>("select count(*)::int as n from users");
  await client.end();
  return rows[0]?.n ?? -1;
}

test("an administrator's password that is easy to guess stops the start with a sentence that names it", async () => {
  for (const password of ["12345678", "admin2026"]) {
    const { said, code } = await startWith({ ADMIN_PASSWORD: password }, 0, /is open at/);
    expect(said).toMatch(/^ADMIN_PASSWORD is too easy to guess; make it longer/m);
    expect(said).not.toContain(password);
    expect(code).not.toBe(0);
  }
  expect(await accounts()).toBe(0);
});

test("a first start on a taken port makes no administrator; the next one on a free port prints the password", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { port: number };
  const refused = await start(port, /Password/);
  expect(refused.said).toMatch(new RegExp(`PORT ${port} is taken`));
  expect(refused.code).not.toBe(0);
  expect(await accounts()).toBe(0);
  await new Promise((resolve) => taken.close(resolve));

  expect((await start(port, /shown only now: \S+/)).said).toMatch(/Administrator: admin/);
  expect(await accounts()).toBe(1);
  const reset = await start(port, /shown only now: \S+/, "--reset-admin");
  expect(reset.said).toMatch(/Administrator: admin/);
  expect(reset.said).not.toContain("was removed");
  const database = openDatabase(copy.url);
  await database.query.updateTable("users").set({ email: "thief@mail.example", isVerified: true }).execute();
  await database.close();
  const again = await start(port, /shown only now: \S+/, "--reset-admin");
  expect(again.said).toMatch(/thief@mail\.example was removed from this account/);
  expect(await accounts()).toBe(1);
});

test("another secret than the one that signed stops the start with a sentence, unless it was asked for", async () => {
  await refuseOtherSecret(copy.ownerUrl, "another secret, of more than 32 letters", { takesNew: true });
  const refused = await start(0, /is open at/);
  expect(refused.said).toMatch(/^This database's tickets and sessions were signed by another secret/m);
  expect(refused.code).not.toBe(0);
  expect((await start(0, /is open at/, "--new-secret")).said).toMatch(/is open at/);
});

test("after a start with a new secret the gate takes the short code that is shown, and none that was shown before", async () => {
  const fresh = "a fresh secret, of more than 32 letters";
  const [lost, keys] = [deriveKeys("a lost secret, of more than 32 letters"), deriveKeys(fresh)];
  const database = openDatabase(copy.url);
  try {
    const { query } = database;
    const users = await insertUsers(query, ["guard", "holder"], { roleId: Role.User, passwordHash: "none" });
    const [scannerId = 0, userId = 0] = users.map(({ id }) => id);
    const day = "2026-10-20";
    const { id: ticketId } = await query
      .insertInto("tickets")
      .values({ title: "Night", quantity: 10, day, categoryId: Category.Free, type: "Silver" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const [held] = await insertPurchases(query, lost, { ticketId, userIds: [userId] });
    if (!held) throw new Error("No place was taken");
    const back = newPurchase(lost);
    await query
      .insertInto("returnedTickets")
      .values({ ...back, ticketTitle: "Night", day, isByHolder: true })
      .execute();
    const { said } = await startWith({ SECRET_KEY: fresh }, 0, /is open at/, "--new-secret");
    expect(said).toMatch(/is open at/);

    const rules = { enforceDay: false, foodNeedsEntry: true, days: { timeZone: "Etc/GMT-3", dayEnds: "05:00" } };
    const asked = { kind: "entry" as const, scannerId, sessionId: 1, gate: null, now: new Date() };
    const scan = (qrToken: string) => database.transact((tx) => scanTicket(tx, keys, rules, { ...asked, qrToken }));
    expect(await scan(held.shortCode)).toMatchObject({ code: "ticket.unknown" });
    expect(await scan(held.qrToken)).toMatchObject({ code: "ticket.unknown" });
    expect(await scan(shortCode(keys, held.uuid))).toMatchObject({ userId });
    expect(await scan(shortCode(keys, back.uuid))).toMatchObject({ code: "ticket.given_back" });
  } finally {
    await database.close();
  }
  expect((await start(0, /is open at/, "--new-secret")).said).toMatch(/is open at/);
});

test("lines of an evening that ended while nothing ran are closed before the start is over", async () => {
  const database = openDatabase(copy.url);
  try {
    const { query } = database;
    const people = await insertUsers(query, ["late", "now"], { roleId: Role.User, passwordHash: "none" });
    const game = await insertGame(query, 1);
    const entries = await insertEntries(
      query,
      game.id,
      people.map(({ id }) => id),
    );
    const [old = 0, today] = entries.map(({ id }) => id);
    const at = sql<string>`now() - interval '2 days'`;
    await query.updateTable("queueEntries").set({ createdAt: at }).where("id", "=", old).execute();
    // Entries that take long, as thousands do, keep nobody waiting for the start.
    const held = Promise.withResolvers<number>();
    const isOpen = {
      test(said: string) {
        const isSaid = said.includes("is open at");
        if (isSaid) held.resolve(Date.now());
        return isSaid;
      },
    };
    const began = Date.now();
    let started: Promise<unknown> | undefined;
    await query.transaction().execute(async (tx) => {
      await tx.selectFrom("queueEntries").select("id").where("id", "=", old).forUpdate().execute();
      started = start(0, isOpen);
      expect((await held.promise) - began).toBeLessThan(15_000);
    });
    await started;
    await start(0, /is open at/);
    const left = await query.selectFrom("queueEntries").select("id").where("isFinished", "=", false).execute();
    expect(left).toEqual([{ id: today }]);
  } finally {
    await database.close();
  }
});

test("after a restored backup a start that is told so ends all sessions and gives each draw a new seed", async () => {
  const database = openDatabase(copy.url);
  try {
    const { query } = database;
    const [user] = await insertUsers(query, ["phone"], { roleId: Role.User, passwordHash: "none" });
    const userId = user?.id ?? 0;
    const session = { userId, refreshHash: randomBytes(32), idleSeconds: 3600, expiresAt: "infinity", userAgent: null };
    await query
      .insertInto("sessions")
      .values({ ...session, ip: "192.0.2.1", language: "ar" })
      .execute();
    const booth = await query.insertInto("booths").values({ name: "Booth" }).returning("id").executeTakeFirstOrThrow();
    const backedUp = [randomBytes(32), randomBytes(32)];
    const polls = backedUp.map((nextSeed, n) => ({ boothId: booth.id, name: `Draw ${n}`, nextSeed }));
    await query.insertInto("polls").values(polls).execute();
    const live = () => query.selectFrom("sessions").select("id").where("revokedAt", "is", null).execute();
    const seeds = async () => (await query.selectFrom("polls").select("nextSeed").execute()).map((row) => row.nextSeed);

    expect((await start(0, /is open at/)).said).toMatch(/is open at/);
    expect([(await live()).length, await seeds()]).toEqual([1, backedUp]);
    // Kept by npm, or misspelt: started without it, the backup's sessions would go on.
    const slips = [await startWith({ npm_config_restored: "true" }, 0, /./), await start(0, /./, "--restore")];
    const sentence = expect.stringMatching(/^[^\n]*--restored[^\n]*\n$/);
    expect(slips).toEqual([0, 1].map(() => ({ code: 1, said: sentence })));
    expect((await live()).length).toBe(1);
    const { said } = await start(0, /giveaways/, "--restored");
    expect(said).toContain("  Restored: sessions ended: 1; giveaways with new seeds: 2.\n");
    expect(await live()).toEqual([]);
    const all = [...backedUp, ...(await seeds())].map((seed) => seed.toString("hex"));
    expect(new Set(all).size).toBe(4);
  } finally {
    await database.close();
  }
});

test("a PostgreSQL that is too old stops the start with a sentence that names it", async () => {
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  await owner.connect();
  // There is no old one here: its own settings are asked for before PostgreSQL's.
  await owner.query(`create schema old;
    create function old.current_setting(name text) returns text language sql
    as $$ select case name when 'server_version_num' then '150004' when 'server_version' then '15.4' end $$`);
  await owner.end();
  const old = `${copy.ownerUrl}?options=-c%20search_path%3Dold,pg_catalog,public`;
  const { said, code } = await startWith({ DATABASE_OWNER_URL: old }, 0, /is open at/);
  expect(said).toContain("DATABASE_URL can't be used: PostgreSQL 15.4 is older than 16.");
  expect(code).not.toBe(0);
});

test("a PostgreSQL that counts bytes, writes times its own way or isolates more than meant stops the start", async () => {
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  await owner.connect();
  await owner.query(`create schema bytes;
    create function bytes.current_setting(name text) returns text language sql
    as $$ select case name when 'server_encoding' then 'SQL_ASCII' else pg_catalog.current_setting(name) end $$;
    create schema turkish;
    create function turkish.lower(word text) returns text language sql as $$ select translate(word, 'I', 'ı') $$`);
  await owner.end();
  for (const [options, reason] of [
    ["-c search_path=bytes,pg_catalog,public", "its encoding is SQL_ASCII and has to be UTF8."],
    [
      "-c search_path=turkish,pg_catalog,public",
      "its collation has no small letter i for I, as a Turkish one has not.",
    ],
    ["-c DateStyle=SQL,DMY", "its DateStyle is SQL, DMY and has to be ISO."],
    [
      "-c default_transaction_isolation=repeatable\\ read",
      "its default_transaction_isolation is repeatable read and has to be read committed.",
    ],
  ] as const) {
    const unfit = `${copy.ownerUrl}?options=${encodeURIComponent(options)}`;
    const { said, code } = await startWith({ DATABASE_OWNER_URL: unfit }, 0, /is open at/);
    expect(said).toContain(`DATABASE_URL can't be used: ${reason}`);
    expect(code).not.toBe(0);
  }
});

test("links that lead to this machine are told where mails leave, and where none do they are not", async () => {
  const warning = /MAILS LEAVE WHILE PUBLIC_URL IS UNSET/;
  const smtp = { SMTP_URL: "smtp://127.0.0.1:9" };
  expect((await startWith(smtp, 0, /is open at/)).said).toMatch(warning);
  expect((await startWith({ ...smtp, PUBLIC_URL: "https://saha.example" }, 0, /is open at/)).said).not.toMatch(warning);
  expect((await startWith({}, 0, /is open at/)).said).not.toMatch(warning);
});

test("who signs in to the database as a superuser or as the owner is told loudly, a plain role is not", async () => {
  const warning = /DATABASE_URL SIGNS IN AS A SUPERUSER/;
  expect((await start(0, /is open at/)).said).not.toMatch(warning);
  const { said } = await startWith({ DATABASE_URL: copy.ownerUrl, DATABASE_OWNER_URL: "" }, 0, /is open at/);
  expect(said).toMatch(warning);
  const [role, owner] = [copy.url, copy.ownerUrl].map((url) => pg.escapeIdentifier(new URL(url).username));
  const client = new pg.Client({ connectionString: copy.ownerUrl });
  await client.connect();
  await client.query(`alter table audit_log owner to ${role}`);
  expect((await start(0, /is open at/)).said).toMatch(warning);
  await client.query(`alter table audit_log owner to ${owner}`);
  await client.end();
});
