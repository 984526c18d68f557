import type { ProblemCode, Refusal } from "@saha/contract";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../src/database/database.ts";
import { ar } from "../src/text/ar.ts";
import { en } from "../src/text/en.ts";
import type { Answer } from "./wire.ts";

type Asked = Answer & { refusal: Refusal | undefined; code: ProblemCode | undefined };
type Ask = (options: { language: "ar" | "en" }) => Promise<Asked>;

/**
 * Asks in both languages and expects this refusal each time, with its sentence, and that no row but those of `besides`
 * has changed. Returns the Arabic one.
 */
export async function expectRefused(query: Database["query"], ask: Ask, code: ProblemCode, besides: string[] = []) {
  const before = await everyRow(query, besides);
  const [arabic, english] = [await ask({ language: "ar" }), await ask({ language: "en" })];
  expect([arabic.code, english.code]).toEqual([code, code]);
  expect(arabic.refusal?.message).toBe(ar[code]);
  expect(english.refusal?.message).toBe(en[code]);
  expect(arabic.headers["content-language"]).toBe("ar");
  expect(english.headers["content-language"]).toBe("en");
  expect(await everyRow(query, besides)).toEqual(before);
  return arabic;
}

/**
 * Reads everything that the application may read, in one statement and as it lies, but for sessions, which every
 * request touches.
 */
export async function everyRow(query: Database["query"], besides: string[] = []): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')
    order by relname`.execute(query);
  const read = tables
    .filter(({ name }) => name !== "sessions" && !besides.includes(name))
    .map(({ name }) => sql`select ${name} as name, json_agg(t order by t.ctid) as held from ${sql.table(name)} t`);
  const { rows } = await sql<{ name: string; held: unknown }>`${sql.join(read, sql` union all `)}`.execute(query);
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]));
}
