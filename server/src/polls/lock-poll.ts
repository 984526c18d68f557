import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** Names the locks of giveaways among PostgreSQL's: keys of calls are claimed by an account's number, above 0. */
const ofPolls = -1;

/**
 * Has a roll wait for who is joining, and who comes then for the roll, each in its order, until the commit. By a lock
 * that queues: those of rows are given past a writer that waits, and a crowd's joining held a roll up for 10 s, until
 * everybody had joined (rules §6).
 */
export async function lockPoll(tx: Tx, pollId: number, as: "joining" | "rolling"): Promise<void> {
  const lock = as === "rolling" ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${ofPolls}::int, ${pollId}::int)`.execute(tx);
}
