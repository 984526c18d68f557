import { Client } from "pg";
import type { Postgres } from "../src/database/postgres/open-postgres.ts";
import { openTemporaryPostgres } from "../src/database/postgres/temporary-postgres.ts";
import { migrateAll } from "../src/migrate-all.ts";

const template = "saha_template";
let copies = 0;

/** The ways into a cluster or a database, of the application and of its owner. */
export type Ways = Pick<Postgres, "url" | "ownerUrl">;

/**
 * A throw-away cluster for one run of tests, with a migrated template that `copyTemplate` copies. Nobody may connect to
 * the template, because a database with a connection on it can't be copied.
 */
export async function openTemplate(): Promise<Postgres> {
  const postgres = await openTemporaryPostgres();
  try {
    await run(postgres.ownerUrl, `create database ${template}`);
    await migrateAll(waysTo(postgres, template));
    await run(postgres.ownerUrl, `alter database ${template} with is_template true allow_connections false`);
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * A database of one's own, as the migrations leave it, in some 20 ms: `url` for the application, which may do no more
 * than its tables need, `ownerUrl` for whoever takes a wall down. `drop` cuts what is still connected.
 */
export async function copyTemplate(postgres: Ways): Promise<Ways & { drop(): Promise<void> }> {
  const name = `saha_${process.pid}_${++copies}`;
  await run(postgres.ownerUrl, `create database ${name} template ${template}`);
  const drop = () => run(postgres.ownerUrl, `drop database if exists ${name} with (force)`);
  return { ...waysTo(postgres, name), drop };
}

function waysTo({ url, ownerUrl }: Ways, name: string): Ways {
  const [way, ownerWay] = [new URL(url), new URL(ownerUrl)];
  way.pathname = ownerWay.pathname = `/${name}`;
  return { url: way.href, ownerUrl: ownerWay.href };
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
