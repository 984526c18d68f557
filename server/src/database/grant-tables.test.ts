import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { query } from "../../test/running-application.ts";
import { copyTemplate } from "../../test/template.ts";
import { grantTables } from "./grant-tables.ts";

const role = "saha_application";
let copy: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  copy = await copyTemplate(inject("postgres"));
});
afterAll(() => copy.drop());

const grants = () =>
  query(copy.ownerUrl, "select oid, relacl::text, xmin from pg_class where relkind in ('r', 'p') order by oid");

test("a database that an older version left gets what the application needs, in one go, also from a fleet that starts", async () => {
  await query(
    copy.ownerUrl,
    `revoke all on all tables in schema public, pgboss from ${role}; revoke usage on schema pgboss from ${role}`,
  );
  await expect(query(copy.url, "select from users")).rejects.toThrow("permission denied");
  await Promise.all([1, 2, 3, 4].map(() => grantTables(copy.ownerUrl, role)));
  expect(await query(copy.url, "select count(*)::int as n from users")).toEqual([{ n: 0 }]);
  expect(await query(copy.url, "select count(*)::int as n from pgboss.job")).toEqual([{ n: 0 }]);
});

test("a table that came since is the application's too, and what was granted beyond is taken away", async () => {
  await query(
    copy.ownerUrl,
    `create table came_since (id int); grant update, truncate on audit_log, users, poll_draws to ${role}`,
  );
  await grantTables(copy.ownerUrl, role);
  expect(await query(copy.url, "select * from came_since")).toEqual([]);
  for (const sql of [
    "update audit_log set actor_id = 1",
    "truncate audit_log",
    "truncate users",
    "delete from migrations",
    "update poll_draws set list = '1'",
  ]) {
    await expect(query(copy.url, sql)).rejects.toThrow("permission denied");
  }
  expect(await query(copy.url, "update poll_draws set announced_at = now() returning id")).toEqual([]);
});

test("where all is right nothing is written, for the disk may be full", async () => {
  await grantTables(copy.ownerUrl, role);
  const before = await grants();
  await grantTables(copy.ownerUrl, role);
  expect(await grants()).toEqual(before);
});
