import { AsyncLocalStorage } from "node:async_hooks";
import { type QueryExecutorProvider, sql } from "kysely";
import { Problem } from "../errors/problem.ts";

type Caller = { sessionId: number; roleId: number };

/**
 * Milliseconds: as long as a session may outlive its end (security: row 10). In a rush calls wait for a connection for
 * a quarter of that, and each would pay for a statement more, which made the rush slower still.
 */
const usuallyLate = 1000;
const current = new AsyncLocalStorage<Caller & { lateFrom: number; isJudged: boolean }>();

/**
 * Does `work` in the name of a caller who was judged just now. Its first transaction, where it begins late, asks the
 * database whether the caller's session, account and role are still what they were: a call that waited seconds for the
 * hash of a password, or for a connection, did after a block what it was to be kept from (0174).
 */
export async function inNameOf<T>(
  { sessionId, roleId }: Caller,
  work: () => Promise<T>,
  { late = usuallyLate } = {},
): Promise<T> {
  const caller = { sessionId, roleId, lateFrom: performance.now() + late, isJudged: false };
  return current.run(caller, async () => {
    try {
      return await work();
    } finally {
      // What it leaves to later, such as a timer, is in nobody's name.
      caller.isJudged = true;
    }
  });
}

/** Throws `auth.required` in the late first transaction of a call whose caller is not who they were. */
export async function refuseLateCaller(tx: QueryExecutorProvider): Promise<void> {
  const caller = current.getStore();
  if (!caller || caller.isJudged) return;
  caller.isJudged = true;
  if (performance.now() >= caller.lateFrom) await judge(tx, caller);
}

/**
 * Throws `auth.required` once the caller's session is over; for a transaction that has waited for a lock which whoever
 * ends sessions of an account holds.
 */
export async function refuseEndedCaller(tx: QueryExecutorProvider): Promise<void> {
  const caller = current.getStore();
  if (caller) await judge(tx, caller);
}

async function judge(tx: QueryExecutorProvider, caller: Caller): Promise<void> {
  const { rows } = await sql`
    select from sessions join users on users.id = sessions.user_id
    where sessions.id = ${caller.sessionId} and revoked_at is null
      and not is_blocked and deleted_at is null and role_id = ${caller.roleId}`.execute(tx);
  if (rows.length === 0) throw new Problem("auth.required");
}
