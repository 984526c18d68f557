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
 * of it.
 */
export async function readAsJson<Row>(
  query: Database["query"],
  row: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<EncodedAnswer<Row[]>> {
  const { rows } = await sql<{ list: string }>`
    select coalesce(json_agg(${row} order by ${order}), '[]')::text as list from ${from}`.execute(query);
  return new EncodedAnswer(rows[0]?.list ?? "[]");
}
