import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { EncodedAnswer } from "./encoded-answer.ts";

/** An object that the database writes as JSON: columns by their name in the answer. */
export function jsonObject(fields: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  return sql`json_build_object(${sql.join(Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]))})`;
}

/** A moment as the contract has it. */
export function jsonTime(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Reads a list so long that encoding it here would hold up every press meanwhile, as the JSON that the database makes
 * of it: `max` rows of it at most, for accounts cost nothing, and the text of 900,000 is longer than a string may be
 * (0199).
 */
export async function readAsJson<Row>(
  query: Database["query"],
  row: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  max: number,
): Promise<EncodedAnswer<Row[]>> {
  const { rows } = await sql<{ list: string }>`
    select coalesce(json_agg(listed.one), '[]')::text as list
    from (select ${row} as one from ${from} order by ${order} limit ${max}) as listed`.execute(query);
  return new EncodedAnswer(rows[0]?.list ?? "[]");
}
