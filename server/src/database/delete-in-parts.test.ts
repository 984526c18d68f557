import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { copyTemplate } from "../../test/template.ts";
import { type Database, openDatabase } from "./database.ts";
import { deleteInParts } from "./delete-in-parts.ts";

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let database: Database;
beforeAll(async () => {
  copy = await copyTemplate(inject("postgres"));
  database = openDatabase(copy.url, { poolSize: 1, constraints: {} });
  const owner = new Client(copy.ownerUrl);
  await owner.connect();
  await owner.query(`
    insert into users (username, username_key, role_id, password_hash) values ('member', 'member', 1, '');
    create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.004); return old; end';
    create trigger slow before delete on idempotency_keys for each row execute function wait()`);
  await owner.end();
});
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const isOld = sql<boolean>`created_at < now() - interval '1 day'`;

async function insert(count: number, hours: number) {
  await sql`
    insert into idempotency_keys (user_id, key, call, body_hash, kept, created_at)
    select (select min(id) from users), ${hours} || ' ' || n, 'call', '', 'null', now() - make_interval(hours => ${hours})
    from generate_series(1, ${count}) n`.execute(database.query);
}

async function rowsLeft() {
  return (await sql`select from idempotency_keys`.execute(database.query)).rows.length;
}

beforeEach(async () => {
  await sql`set statement_timeout to 0`.execute(database.query);
  await sql`delete from idempotency_keys`.execute(database.query);
  await insert(5, 23);
});

test("deletes all old rows and no other, however many parts they are", async () => {
  for (const count of [0, 1, 9, 10, 11, 30]) {
    await insert(count, 25);
    expect(await deleteInParts(database, "idempotencyKeys", isOld, { part: 10 })).toBe(count);
    expect(await rowsLeft()).toBe(5);
  }
});

describe("when all of them take longer than a statement may", () => {
  beforeEach(async () => {
    await insert(100, 25);
    await sql`set statement_timeout to 250`.execute(database.query);
  });

  test("deletes them all", async () => {
    expect(await deleteInParts(database, "idempotencyKeys", isOld, { part: 10 })).toBe(100);
    expect(await rowsLeft()).toBe(5);
  });

  test("deletes none in one part (broken twin)", async () => {
    await expect(deleteInParts(database, "idempotencyKeys", isOld)).rejects.toThrow("statement timeout");
    expect(await rowsLeft()).toBe(105);
  });
});
