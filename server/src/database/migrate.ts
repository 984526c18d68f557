import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const folder = new URL("../../migrations/", import.meta.url);

/**
 * Migrates a database to the newest schema: each numbered file once, in order, in one transaction, under a lock so that
 * two starts don't collide.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(710001)");
    await client.query(
      "create table if not exists migrations (name text primary key, at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migrations");
    const done = new Set(rows.map((row) => row.name));
    for (const name of await migrationNames()) {
      if (done.has(name)) continue;
      await client.query(await readFile(new URL(name, folder), "utf8"));
      await client.query("insert into migrations (name) values ($1)", [name]);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
}
