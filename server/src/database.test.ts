import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { copyTemplate } from "../test/template.ts";
import { openDatabase } from "./database.ts";

const copy = await copyTemplate(inject("postgresUrl"));
const database = openDatabase(copy.url, { poolSize: 1 });
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const found = async (query: ReturnType<typeof sql>) => (await query.execute(database.query)).rows[0];

test("moments are UTC ISO 8601 to the millisecond, in whatever zone the database speaks", async () => {
  const moments = {
    "2026-10-20 12:00:00+00": "2026-10-20T12:00:00.000Z",
    "2026-10-20 12:00:00.5+00": "2026-10-20T12:00:00.500Z",
    "2026-10-20 12:00:00.123456+00": "2026-10-20T12:00:00.123Z",
    "2026-10-20 23:59:59.999999-05": "2026-10-21T04:59:59.999Z",
  };
  for (const zone of ["UTC", "Africa/Cairo", "Asia/Kathmandu"]) {
    await sql`set timezone to ${sql.lit(zone)}`.execute(database.query);
    for (const [moment, iso] of Object.entries(moments)) {
      expect(await found(sql`select ${moment}::timestamptz as at`)).toEqual({ at: iso });
    }
  }
});

test("columns are renamed, what stands within JSON is not, and days stay days", async () => {
  const query = sql`select 1 as first_of_two, '{"not_mine": 2}'::jsonb as as_sent, date '2026-10-20' as day`;
  expect(await found(query)).toEqual({ firstOfTwo: 1, asSent: { not_mine: 2 }, day: "2026-10-20" });
  const { sql: text } = database.query.selectFrom("purchases").select("lastQrEntryScan as scannedAt").compile();
  expect(text).toBe('select "last_qr_entry_scan" as "scanned_at" from "purchases"');
});
