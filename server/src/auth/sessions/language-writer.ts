import type { Language } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";

/** So many rows a statement locks for some milliseconds. */
const maxAtOnce = 500;

/**
 * Writes in which language sessions are spoken to, the latest that each used (rules §7), one statement at a time and
 * behind the answers. Written before the answer, each in a statement of its own, the turns of 3,000 sessions of one
 * person stood in the pool's line before everybody's look-up of sessions, gates' too, for 1.4 to 6 s (security: row
 * 21). One that is lost, with the process or because another statement holds its session, is remembered anew when the
 * session next asks.
 */
export function languageWriter(database: Database) {
  const waiting = new Map<number, Language>();
  let isWriting = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, maxAtOnce);
      // Who reads without asking must not be kept from it because the disk is full.
      await write(database, some).catch(() => {});
      for (const [id, language] of some) if (waiting.get(id) === language) waiting.delete(id);
    }
    isWriting = false;
  }

  return {
    remember(sessionId: number, language: Language): void {
      waiting.set(sessionId, language);
      void writeAll();
    },
    /** The language that is not written yet. */
    pending: (sessionId: number): Language | undefined => waiting.get(sessionId),
  };
}

/** Skips the sessions that another one holds: two that change many must not wait for each other. */
async function write(database: Database, turned: [id: number, language: Language][]): Promise<void> {
  const ids = turned.map(([id]) => id);
  const languages = turned.map(([, language]) => language);
  await sql`
    update sessions set language = turned.language
    from unnest(${ids}::int[], ${languages}::text[]) as turned (id, language)
    where sessions.id in (
      select id from sessions where id = any(${ids}::int[]) for no key update skip locked
    ) and sessions.id = turned.id`.execute(database.query);
}
