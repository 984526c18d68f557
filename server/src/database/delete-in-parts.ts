import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Deletes the rows of a table for which `isOld` holds, a part at a time, for all of an evening in one statement would
 * outlast what a statement may take and so fail every hour. Returns how many.
 */
export async function deleteInParts(
  { query }: Pick<Database, "query">,
  table: "idempotencyKeys" | "oneTimeCodes" | "sessions",
  isOld: RawBuilder<boolean>,
  { part = 10_000 } = {},
): Promise<number> {
  let all = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)}
      where ctid = any (array(select ctid from ${sql.table(table)} where ${isOld} limit ${part}))`.execute(query);
    all += Number(numAffectedRows);
    if (numAffectedRows < part) return all;
  }
}
