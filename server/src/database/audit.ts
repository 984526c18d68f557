import { AsyncLocalStorage } from "node:async_hooks";
import { type QueryExecutorProvider, sql } from "kysely";

/** A call by staff: who, what and from where (rules §2). */
export type AuditedCall = {
  requestId: string;
  actorId: number;
  sessionId: number;
  /** Method and route, such as `PUT /ticket/:id`. */
  call: string;
  params: unknown;
  ip: string;
  userAgent: string | null;
};

type Auditing = { of: AuditedCall; isRecorded: boolean; isOver: boolean };

const current = new AsyncLocalStorage<Auditing>();

/**
 * Audits whatever `work` does: each of its transactions begins with a row of the audit, and the triggers of the
 * database add each row that it changes, with before and after, all in that transaction. Work without a transaction
 * gets its row by `record` once it is done. What `work` leaves to later, such as a timer, is no longer its own
 * (decision 0105).
 */
export async function audited<T>(of: AuditedCall, work: () => Promise<T>, record: () => Promise<unknown>): Promise<T> {
  const auditing: Auditing = { of, isRecorded: false, isOver: false };
  return current.run(auditing, async () => {
    try {
      const result = await work();
      if (!auditing.isRecorded) await record();
      return result;
    } finally {
      auditing.isOver = true;
    }
  });
}

/** Says that the call repeats one whose row is written: what it does now leaves none. */
export function recordedBefore(): void {
  const auditing = current.getStore();
  if (auditing) auditing.isRecorded = true;
}

/** Writes the row of the call in whose name this transaction is; undefined when it is in nobody's. */
export function recordCall(
  tx: QueryExecutorProvider,
): { written: Promise<unknown>; committed: () => void } | undefined {
  const auditing = current.getStore();
  if (!auditing || auditing.isOver) return undefined;
  const { requestId, actorId, sessionId, call, params, ip, userAgent } = auditing.of;
  // The setting lasts as long as the transaction; the triggers write nothing without it.
  const written = sql`
    with recorded as (
      insert into audit_log (request_id, actor_id, session_id, call, params, ip, user_agent)
      values (${requestId}, ${actorId}, ${sessionId}, ${call}, ${JSON.stringify(params ?? {})}::jsonb, ${ip}, ${userAgent})
      returning id)
    select set_config('saha.audit', id::text, true) from recorded`.execute(tx);
  written.catch(() => {});
  return {
    written,
    committed: () => {
      auditing.isRecorded = true;
    },
  };
}
