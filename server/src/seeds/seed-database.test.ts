import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyTemplate } from "../../test/template.ts";
import { makeCode } from "../auth/codes/one-time-code.ts";
import type { Core } from "../core.ts";
import { migrateAll } from "../migrate-all.ts";
import { openCore } from "../open-core.ts";
import { type Config, readConfig } from "../process/config.ts";
import { openLog } from "../process/logging.ts";
import { sha256 } from "../process/secrets.ts";
import { dropDemo } from "./drop-demo.ts";
import { resetAdmin, seedDatabase } from "./seed-database.ts";

let copy: Awaited<ReturnType<typeof copyTemplate>>;
const cores: Core[] = [];
const config: Config = { ...readConfig({ LOG_LEVEL: "silent" }, { world: "empty" }), adminPassword: null };

async function open(): Promise<Core> {
  const core = await openCore({ config, log: openLog(config), databaseUrl: copy.url, secret: "s".repeat(40) });
  cores.push(core);
  return core;
}

async function count(table: string): Promise<number> {
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  await client.end();
  return rows[0]?.n ?? -1;
}

beforeAll(async () => {
  copy = await copyTemplate(inject("postgres"));
});
afterAll(async () => {
  for (const core of cores) await core.close();
  await copy.drop();
});

test("two first starts at once make one administrator, and one of them tells the password", async () => {
  const [one, other] = [await open(), await open()];
  const made = await Promise.all([seedDatabase(one, "empty"), seedDatabase(other, "empty")]);
  expect(made.filter((each) => each !== undefined)).toHaveLength(1);
  expect(await count("users")).toBe(1);
});

test("an owner who is locked out gets a new password; the addresses, codes and devices of before go", async () => {
  const core = await open();
  const { query } = core.database;
  const [email, pendingEmail] = ["thief@mail.example", "somebody@mail.example"];
  const deviceHash = sha256("a thief's device");
  const { id: userId } = await query
    .updateTable("users")
    .set({ email, isVerified: true, pendingEmail, registeredOn: deviceHash })
    .returning("id")
    .executeTakeFirstOrThrow();
  await query.insertInto("knownDevices").values({ userId, deviceHash }).execute();
  const bound = { userId, address: email, purpose: "recovery", deviceHash } as const;
  await core.database.transact((tx) => makeCode(tx, core.keys.oneTimeCode, bound));
  const { username, password, forgottenEmail } = await resetAdmin(core);
  expect(forgottenEmail).toBe(email);
  expect(await count("known_devices")).toBe(0);
  expect(await count("one_time_codes where used_at is null")).toBe(0);
  const admin = await core.database.query
    .selectFrom("users")
    .select(["username", "passwordHash", "isBlocked", "email", "isVerified", "pendingEmail", "registeredOn"])
    .executeTakeFirstOrThrow();
  const nothing = { email: null, isVerified: false, pendingEmail: null, registeredOn: null };
  expect(admin).toMatchObject({ username, isBlocked: false, ...nothing });
  expect(await core.passwords.matches(admin.passwordHash, password)).toBe(true);
});

test("a real event is neither opened as a demo nor emptied for one", async () => {
  const core = await open();
  await expect(seedDatabase(core, "demo")).rejects.toThrow(/real event/);
  await expect(dropDemo(copy.url)).rejects.toThrow(/real event/);
  expect(await count("users")).toBe(1);
});

test("a demo is kept by the next start, refused to a real one, and made anew on demand", async () => {
  const fresh = await copyTemplate(inject("postgres"));
  const real = copy;
  copy = fresh;
  try {
    const core = await open();
    await seedDatabase(core, "demo");
    // An evening in progress: scores worth a table, lines in every state, and nobody who plays twice at once.
    expect(await count("scores where score > 0")).toBeGreaterThan(50);
    expect(await count("queue_entries where not is_finished")).toBeGreaterThan(30);
    expect(await count("queue_entries where is_playing")).toBe(
      await count("(select distinct user_id from queue_entries where is_playing)"),
    );
    const accounts = await count("users");
    expect(accounts).toBeGreaterThan(9);
    await core.database.query.deleteFrom("purchases").execute();
    await seedDatabase(core, "demo");
    expect(await count("purchases")).toBe(0);
    await expect(seedDatabase(core, "empty")).rejects.toThrow(/demo world/);
    await core.close();
    cores.splice(cores.indexOf(core), 1);
    await dropDemo(fresh.ownerUrl);
    await migrateAll(fresh);
    await seedDatabase(await open(), "demo");
    expect(await count("users")).toBe(accounts);
    expect(await count("purchases")).toBeGreaterThan(0);
  } finally {
    await cores.pop()?.close();
    await fresh.drop();
    copy = real;
  }
});

test("a rush has 500 players in one line, each of them once, and opens as nothing else", async () => {
  const real = copy;
  copy = await copyTemplate(inject("postgres"));
  try {
    const core = await open();
    await seedDatabase(core, "rush");
    await seedDatabase(core, "rush");
    expect(await count("queue_entries where not is_finished and not is_playing and held is null")).toBe(500);
    expect(await count("(select distinct user_id, game_id from queue_entries)")).toBe(500);
    expect(await count("games where is_active and is_queueable and last_number = 500")).toBe(1);
    await expect(seedDatabase(core, "empty")).rejects.toThrow(/rush world/);
    await expect(seedDatabase(core, "demo")).rejects.toThrow(/rush world/);
    await expect(dropDemo(copy.url)).rejects.toThrow(/rush world/);
  } finally {
    await cores.pop()?.close();
    await copy.drop();
    copy = real;
  }
});
