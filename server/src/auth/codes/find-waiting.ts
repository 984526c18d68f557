import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import { isDeviceOf } from "../sessions/known-device.ts";
import type { Purpose } from "./one-time-code.ts";

export type Asked = {
  address: string;
  purpose: Purpose;
  device: Buffer;
  /** An account that is found whatever its device: who is signed in, or whom a letter is for. */
  userId?: number | undefined;
  /** Whether one of all others is found too, who tells that there are any; it may be looked for among all accounts. */
  hasOthers?: boolean;
};
type Waiting = { id: number; username: string; isOfDevice: boolean };

/** More than are ever told of by one letter. */
const most = 10;
/** Accounts that signed in on a device of which it is read whether they wait, the newest first. */
const mostOfDevice = 100;

/**
 * Opens the look-up of the accounts that wait for a code. It stands before any ceiling, so all who ask during one
 * reading share the next: each in a statement of its own, 2,000 connections that guessed kept their neighbours waiting
 * for 1 to 4 s.
 */
export function waitingFinder(query: Database["query"]): (asked: Asked) => Promise<Waiting[]> {
  const find = batchLoad(
    async (keys: string[]) => {
      const asked = keys.map((key) => {
        const { device, ...rest } = JSON.parse(key) as Omit<Asked, "device"> & { device: string };
        return { ...rest, device: Buffer.from(device, "hex") };
      });
      const found = await findWaiting(query, asked);
      return new Map(keys.map((key, n) => [key, found[n] ?? []]));
    },
    { oneAtATime: true },
  );
  return async (asked) => (await find(JSON.stringify({ ...asked, device: asked.device.toString("hex") }))) ?? [];
}

/**
 * Finds for each who asks the accounts that a code for a case-folded address can be due to, the newest first, each with
 * whether the device registered it or has signed in on it: for recovery the one that has verified it, else those that
 * wait for it. Anybody registers thousands of accounts with one address, so of those that wait it is the named one,
 * some of the device and, where asked for, one of all others (rules §3).
 */
export async function findWaiting(query: Database["query"], asked: Asked[]): Promise<Waiting[][]> {
  const { rows } = await selectWaiting(asked).execute(query);
  const found = asked.map((): Waiting[] => []);
  for (const { n, ...waiting } of rows) found[n - 1]?.push(waiting);
  return found;
}

/** Selects what each finds with the number of who asks, from 1; each part is read by an index, so far as it goes. */
export function selectWaiting(asked: Asked[]) {
  const columns = sql`users.id, username, updated_at, registered_on`;
  const wantsOwn = sql`not is_recovery and lower(email) = address and not is_verified and deleted_at is null`;
  const wantsPending = sql`not is_recovery and lower(pending_email) = address and deleted_at is null`;
  const some = (of: typeof wantsOwn, limit: number) => sql`
    select * from (
      (select ${columns} from users where ${of} and ${wantsOwn} limit ${sql.lit(limit)})
      union all
      (select ${columns} from users where ${of} and ${wantsPending} limit ${sql.lit(limit)})
    ) as waiting limit ${sql.lit(limit)}`;
  return sql<Waiting & { n: number }>`
    select n, found.id, username, ${isDeviceOf(sql`found`, sql<Buffer>`device`)} as is_of_device
    from unnest(
      ${asked.map(({ address }) => address)}::text[],
      ${asked.map(({ purpose }) => purpose === "recovery")}::boolean[],
      ${asked.map(({ device }) => device)}::bytea[],
      ${asked.map(({ userId }) => userId ?? 0)}::int[],
      ${asked.map(({ hasOthers = false }) => hasOthers)}::boolean[]
    ) with ordinality as asked (address, is_recovery, device, named, has_others, n)
    cross join lateral (
      (select ${columns} from users where is_recovery and lower(email) = address and is_verified and deleted_at is null)
      union (select ${columns} from users where users.id = named and ((${wantsOwn}) or (${wantsPending})))
      union (${some(sql`registered_on = device`, most)})
      union (
        select ${columns} from (
          select user_id from known_devices where device_hash = device
          order by user_id desc limit ${sql.lit(mostOfDevice)}
        ) as signed_in
        -- One by one: else a plan may read all that wait for the address.
        cross join lateral (select * from users where id = user_id offset 0) as users
        where (${wantsOwn}) or (${wantsPending})
        limit ${sql.lit(most)}
      )
      union (${some(sql`has_others`, 1)})
    ) as found
    order by updated_at desc, found.id desc`;
}
