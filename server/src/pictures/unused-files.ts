import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Storage } from "./storage.ts";

type Which = { paths: string[] } | { olderThan: number };

/**
 * Removes files that no row shows, those named or those older than so many milliseconds; returns how many. What shows a
 * file is read from the database's own foreign keys, so that a new column can't be forgotten here. The row goes in the
 * transaction that its bytes go in: a crash leaves it for the next sweep.
 */
export async function removeUnused(database: Database, which: Which, storage: Storage): Promise<number> {
  let removed = 0;
  for (const path of await unused(database.query, which)) {
    await database
      .transact(async (tx) => {
        // Waits for a transaction that is about to show it, and is refused by the foreign key when that commits.
        await tx.deleteFrom("files").where("path", "=", path).execute();
        await storage.remove(path.slice("/files/".length));
      })
      .then(() => removed++)
      .catch((error) => {
        if ((error as { code?: string }).code !== foreignKeyViolation) throw error;
      });
  }
  return removed;
}

const foreignKeyViolation = "23503";

async function unused(query: Database["query"] | Tx, which: Which): Promise<string[]> {
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
