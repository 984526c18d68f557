import { Role } from "@saha/contract";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { Client } from "../../http/client.ts";
import { sha256 } from "../../process/secrets.ts";

const day = 86_400;
/** Seconds without use, and in all (rules §3). */
const lifetimes = {
  user: { idle: 30 * day, absolute: 90 * day },
  staff: { idle: 16 * 3600, absolute: 30 * day },
};
/**
 * Of an account's sessions so many are kept, the latest used: a person has some devices, and fifty gates may share one
 * account of the staff. Signing in rightly has no ceiling, and what it left was kept for months (security: row 21).
 */
const maxSessions = { user: 50, staff: 200 };
/** Of an account's devices so many are remembered, the latest. */
const maxDevices = 50;

/**
 * Writes the session of a device on the one account that `account` selects, which is remembered from then on, and
 * answers with what it selects of it; with nothing where it selects none. Where there are too many, those that have
 * ended go first, then those unused for longest; sign-ins at the same moment may leave a few more until the next. All
 * in one statement: a sign-in has little time beside the hash, and each trip to the database costs more than what it
 * asks.
 */
export async function openSession<Selected extends { id: number }>(
  query: Tx | Database["query"],
  account: RawBuilder<Selected>,
  refreshHash: Buffer,
  { ip, userAgent, language, device }: Client,
): Promise<{ selected: Selected; sessionId: number; ended: number[] } | undefined> {
  const { user, staff } = lifetimes;
  const isUser = sql`role_id = ${Role.User}`;
  const { rows } = await sql<Selected & { sessionId: number; endedIds: string[] }>`
    with account as materialized (${account}),
    ${device === null ? sql`` : remembering(sha256(device))}
    opened as (
      insert into sessions (user_id, refresh_hash, idle_seconds, expires_at, ip, user_agent, language)
      select id, ${refreshHash}, case when ${isUser} then ${user.idle}::int else ${staff.idle}::int end,
        now() + make_interval(secs => case when ${isUser} then ${user.absolute}::int else ${staff.absolute}::int end),
        ${ip}, ${userAgent}, ${language}
      from account
      returning id as session_id
    ),
    ended as (
      delete from sessions where id in (
        select id from sessions where user_id = (select id from account)
        order by revoked_at is not null, last_used_at desc, id desc
        offset (
          select case when ${isUser} then ${maxSessions.user - 1}::int else ${maxSessions.staff - 1}::int end from account
        )
      )
      returning id
    )
    select account.*, session_id, array(select id from ended) as ended_ids from account, opened`.execute(query);
  if (!rows[0]) return undefined;
  const { sessionId, endedIds, ...selected } = rows[0];
  return { selected: selected as unknown as Selected, sessionId, ended: endedIds.map(Number) };
}

function remembering(deviceHash: Buffer) {
  return sql`
    remembered as (
      insert into known_devices (user_id, device_hash) select id, ${deviceHash}::bytea from account
      on conflict (user_id, device_hash) do update set last_used_at = now()
    ),
    forgotten as (
      delete from known_devices where (user_id, device_hash) in (
        select user_id, device_hash from known_devices
        where user_id = (select id from account) and device_hash <> ${deviceHash}::bytea
        order by last_used_at desc offset ${sql.lit(maxDevices - 1)}
      )
    ),`;
}
