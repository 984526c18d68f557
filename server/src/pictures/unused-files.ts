import { sql } from "kysely";
import { forAll } from "../database/connection-line.ts";
import type { Database } from "../database/database.ts";
import type { Storage } from "./storage.ts";

type Which = { paths: string[] } | { olderThan: number };

/**
 * Puts files that no row shows, those named or those older than so many milliseconds, on the list of those whose bytes
 * are to be removed; returns how many. What shows a file is read from the database's own foreign keys, so that a new
 * column can't be forgotten here.
 */
export async function listUnused({ query }: Database, which: Which): Promise<number> {
  let listed = 0;
  for (const path of await unused(query, which)) {
    // Waits for a transaction that is about to show it, and is refused by the foreign key when that commits. Whoever
    // comes later is refused by that key: the row is gone, and its path, being random, is never given again.
    await query
      .with("removed", (cte) => cte.deleteFrom("files").where("path", "=", path).returning("path"))
      .insertInto("removedFiles")
      .columns(["path"])
      .expression((from) => from.selectFrom("removed").select("path"))
      .execute()
      .then(() => listed++)
      .catch((error) => {
        if ((error as { code?: string }).code !== foreignKeyViolation) throw error;
      });
  }
  return listed;
}

const foreignKeyViolation = "23503";

/**
 * Opens what removes the bytes of listed files, in no transaction and one at a time, for a bucket may hang (decision
 * 0167). What fails goes to the end of the list and ends the pass; what a crash left is still listed.
 */
export function openByteRemoval({ query }: Database, storage: Promise<Storage>, onError: (error: unknown) => void) {
  let pass: Promise<void> | undefined;
  let isAsked = false;

  async function next(): Promise<string | undefined> {
    const row = await query
      .selectFrom("removedFiles")
      .select("path")
      .orderBy("waitingSince")
      .limit(1)
      .executeTakeFirst();
    return row?.path;
  }

  async function removeBytes(path: string): Promise<void> {
    try {
      await (await storage).remove(path.slice("/files/".length));
    } catch (error) {
      const waitingSince = sql<string>`clock_timestamp()`;
      await query.updateTable("removedFiles").set({ waitingSince }).where("path", "=", path).execute();
      throw error;
    }
    await query.deleteFrom("removedFiles").where("path", "=", path).execute();
  }

  async function removeAll(): Promise<void> {
    try {
      // Whatever is listed while the last one is looked for is looked for once more.
      while (isAsked) {
        isAsked = false;
        for (let path = await next(); path !== undefined; path = await next()) await removeBytes(path);
      }
    } catch (error) {
      onError(error);
    } finally {
      pass = undefined;
    }
  }

  /** Never throws; all who ask while a pass is under way share it. */
  return (): Promise<void> => {
    isAsked = true;
    pass ??= forAll(removeAll);
    return pass;
  };
}

async function unused(query: Database["query"], which: Which): Promise<string[]> {
  const { rows: keys } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, quote_ident(attname) as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'files'::regclass`.execute(query);
  const isUnused = keys.map(
    ({ table, column }) => sql`not exists (select from ${sql.raw(table)} where ${sql.raw(column)} = files.path)`,
  );
  const isMeant =
    "paths" in which
      ? sql`path = any(${which.paths})`
      : sql`created_at < now() - make_interval(secs => ${which.olderThan / 1000})`;
  const { rows } = await sql<{ path: string }>`
    select path from files where ${sql.join([isMeant, ...isUnused], sql` and `)}`.execute(query);
  return rows.map((row) => row.path);
}
