import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { constraints } from "../src/constraints.ts";
import { copyTemplate } from "./template.ts";

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let client: pg.Client;
beforeAll(async () => {
  copy = await copyTemplate(inject("postgres"));
  client = new pg.Client({ connectionString: copy.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await copy.drop();
});

/**
 * Every constraint and unique index but those that no value of a call can break whatever it is: `not null`, which the
 * types of the columns hold (schema.ts), and the key of an identity column, which the database counts by itself.
 */
async function breakable(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and not (contype = 'p' and exists (
      select from pg_attribute where attrelid = conrelid and conkey = array[attnum] and attidentity = 'a'))
    union
    select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by name`);
  return rows.map(({ name }) => name);
}

test("every constraint and unique index is mapped to a refusal or has a reason why nobody can break it", async () => {
  const mapped = new Set(Object.keys(constraints));
  expect((await breakable()).filter((name) => !mapped.has(name))).toEqual([]);
});

test("nothing is mapped that the database does not have", async () => {
  // A trigger may raise as the constraint of its own name.
  const { rows } = await client.query<{ name: string }>("select tgname as name from pg_trigger where not tgisinternal");
  const names = new Set([...(await breakable()), ...rows.map(({ name }) => name)]);
  expect(Object.keys(constraints).filter((name) => !names.has(name))).toEqual([]);
});

test("a forgotten check, unique index or foreign key is seen", async () => {
  await client.query(`
    create table forgotten (id int references users, name text check (name <> ''));
    create unique index forgotten_name on forgotten (lower(name))`);
  expect((await breakable()).filter((name) => name.startsWith("forgotten"))).toEqual([
    "forgotten_id_fkey",
    "forgotten_name",
    "forgotten_name_check",
  ]);
});
