import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { copyTemplate } from "./template.ts";

const cluster = inject("postgres");

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("copies are migrated, and what one holds the other does not", async () => {
  const [one, other] = await Promise.all([copyTemplate(cluster), copyTemplate(cluster)]);
  await query(one.ownerUrl, "create table only_here (id int)");
  const tables = "select count(*)::int as n from pg_tables where tablename in ('only_here', 'migrations')";
  expect(await query(one.url, tables)).toEqual([{ n: 2 }]);
  expect(await query(other.url, tables)).toEqual([{ n: 1 }]);
  await Promise.all([one.drop(), other.drop()]);
});

test("nobody can connect to the template, which would stop it from being copied", async () => {
  await expect(query(cluster.ownerUrl.replace(/[^/]+$/, "saha_template"), "select 1")).rejects.toThrow(
    /not currently accepting/,
  );
});
