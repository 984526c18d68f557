import { type AuditRow, maxAuditRows } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { EncodedAnswer } from "../http/encoded-answer.ts";
import { dayAfter, dayStart, type EventDays } from "../tickets/event-day.ts";

type Filter = {
  actorId?: number | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Reads the latest rows of the audit, newest first, as the JSON that the database makes of them (rules §2). */
export async function readAudit(
  query: Database["query"],
  { actorId, subject, from, to }: Filter,
  days: EventDays,
  limit = maxAuditRows,
): Promise<EncodedAnswer<AuditRow[]>> {
  const ofActor = actorId === undefined ? sql`true` : sql`actor_id = ${actorId}`;
  const ofSubject =
    subject === undefined
      ? sql`true`
      : sql`exists (select from audit_changes where audit_id = audit_log.id and subject = ${subject})`;
  const since = from === undefined ? sql`true` : sql`at >= ${dayStart(from, days)}`;
  const until = to === undefined ? sql`true` : sql`at < ${dayStart(dayAfter(to, 1), days)}`;
  // Whom a draw was drawn from, 60 KB of 10,000 entrants, is told by their number: the proof of the draw has the list.
  const short = sql`case when subject = 'poll_draws' and jsonb_exists(after, 'list')
    then jsonb_set(after, '{list}', to_jsonb(cardinality(string_to_array(after->>'list', chr(10))))) else after end`;
  // Whom a draw has drawn is the roller's alone until its time is over (rules §6).
  const after = sql`case when subject = 'poll_draws' and exists (
      select from poll_draws where poll_draws.id::text = subject_id and ends_at > clock_timestamp())
    then jsonb_set(${short}, '{winner_entry_id}', '{"withheld": true}', false) else ${short} end`;
  const { rows } = await sql<{ audit: string }>`
    select coalesce(json_agg(json_build_object(
      'id', entry.id,
      'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', json_build_object('id', actor_id, 'name', users.username),
      'call', call,
      'params', params,
      'ip', ip,
      'userAgent', user_agent,
      'changes', changes.list) order by entry.id desc), '[]')::text as audit
    from (select * from audit_log where ${ofActor} and ${ofSubject} and ${since} and ${until} order by id desc limit ${limit}) as entry
    left join users on users.id = actor_id
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'subject', subject, 'subjectId', subject_id, 'before', before, 'after', ${after}) order by id), '[]') as list
      from audit_changes where audit_id = entry.id) as changes`.execute(query);
  return new EncodedAnswer(rows[0]?.audit ?? "[]");
}
