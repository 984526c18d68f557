import { expect, inject, test } from "vitest";
import { copyTemplate } from "../../../test/template.ts";
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
