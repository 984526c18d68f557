import pg from "pg";
import { expect, inject, test } from "vitest";
import { copyTemplate } from "../../../test/template.ts";
import { openDatabase } from "../database.ts";
import { preparingClient } from "./prepared-statements.ts";

const cluster = inject("postgres");

test("what runs often is prepared, what runs now and then is not", async () => {
  const { url, drop } = await copyTemplate(cluster);
  const client = new (preparingClient())({ connectionString: url });
  await client.connect();
  for (let run = 0; run < 60; run++) await client.query("select $1::int as often", [run]);
  for (let run = 0; run < 20; run++) await client.query("select $1::int as rarely", [run]);
  const { rows } = await client.query(
    "select statement, generic_plans + custom_plans as runs from pg_prepared_statements",
  );
  expect(rows).toEqual([{ statement: "select $1::int as often", runs: "11" }]);
  await client.end();
  await drop();
});

test("a transaction goes on when a table has changed under a statement that was prepared", async () => {
  const { url, ownerUrl, drop } = await copyTemplate(cluster);
  const database = openDatabase(url, { poolSize: 1 });
  const list = () =>
    database.transact((tx) => tx.selectFrom("ticketCategories").selectAll().where("id", "=", 1).execute());
  for (let run = 0; run < 60; run++) await list();
  const other = new pg.Client({ connectionString: ownerUrl });
  await other.connect();
  await other.query("alter table ticket_categories add column shade text default 'blue'");
  expect(await list()).toMatchObject([{ id: 1, shade: "blue" }]);
  await other.end();
  await database.close();
  await drop();
});
