import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyTemplate } from "../../test/template.ts";
import { type Config, readConfig } from "../config.ts";
import type { Core } from "../core.ts";
import { openLog } from "../logging.ts";
import { migrate } from "../migrate.ts";
import { openCore } from "../open-core.ts";
import { forgetDemo } from "./forget-demo.ts";
import { settle } from "./worlds.ts";

let copy: Awaited<ReturnType<typeof copyTemplate>>;
const cores: Core[] = [];
const config: Config = { ...readConfig({ LOG_LEVEL: "silent" }, { demo: false }), adminPassword: null };

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
  copy = await copyTemplate(inject("postgresUrl"));
});
afterAll(async () => {
  for (const core of cores) await core.close();
  await copy.drop();
});

test("two first starts at once make one administrator, and one of them tells the password", async () => {
  const [one, other] = [await open(), await open()];
  const made = await Promise.all([settle(one, "empty"), settle(other, "empty")]);
  expect(made.filter(({ madePassword }) => madePassword !== undefined)).toHaveLength(1);
  expect(await count("users")).toBe(1);
});

test("a real event is neither opened as a demo nor emptied for one", async () => {
  const core = await open();
  await expect(settle(core, "demo")).rejects.toThrow(/real event/);
  await expect(forgetDemo(copy.url)).rejects.toThrow(/real event/);
  expect(await count("users")).toBe(1);
});

test("a demo is kept by the next start, refused to a real one, and made anew on demand", async () => {
  const fresh = await copyTemplate(inject("postgresUrl"));
  const real = copy;
  copy = fresh;
  try {
    const core = await open();
    await settle(core, "demo");
    const accounts = await count("users");
    expect(accounts).toBeGreaterThan(9);
    await core.database.query.deleteFrom("purchases").execute();
    await settle(core, "demo");
    expect(await count("purchases")).toBe(0);
    await expect(settle(core, "empty")).rejects.toThrow(/demo world/);
    await core.close();
    cores.splice(cores.indexOf(core), 1);
    await forgetDemo(fresh.url);
    await migrate(fresh.url);
    await settle(await open(), "demo");
    expect(await count("users")).toBe(accounts);
    expect(await count("purchases")).toBeGreaterThan(0);
  } finally {
    await cores.pop()?.close();
    await fresh.drop();
    copy = real;
  }
});
