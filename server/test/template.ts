import { Client } from "pg";
import { openTemporaryPostgres } from "../src/database/postgres/temporary-postgres.ts";
import { migrateAll } from "../src/migrate-all.ts";

const template = "saha_template";
let copies = 0;

/**
 * A throw-away cluster for one run of tests, with a migrated template that `copyTemplate` copies. Nobody may connect to
 * the template, because a database with a connection on it can't be copied.
 */
export async function openTemplate(): Promise<{ url: string; stop(): Promise<void> }> {
  const postgres = await openTemporaryPostgres();
  try {
    await run(postgres.url, `create database ${template}`);
    await migrateAll(databaseUrl(postgres.url, template));
    await run(postgres.url, `alter database ${template} with is_template true allow_connections false`);
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** A database of one's own, as the migrations leave it, in some 20 ms. `drop` cuts what is still connected. */
export async function copyTemplate(postgresUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `saha_${process.pid}_${++copies}`;
  await run(postgresUrl, `create database ${name} template ${template}`);
  const drop = () => run(postgresUrl, `drop database if exists ${name} with (force)`);
  return { url: databaseUrl(postgresUrl, name), drop };
}

function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
