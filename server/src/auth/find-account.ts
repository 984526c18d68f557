import { usernameKey } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";
import { deviceHash } from "./sessions/known-device.ts";
import { userColumns } from "./user-view.ts";

type Found = Awaited<ReturnType<ReturnType<typeof selectAccounts>["execute"]>>[number];
export type Account = Omit<Found, "registeredOn" | "usernameKey"> & { isKnownDevice: boolean };
/** `second` is never the same as `first`. */
export type Accounts = { first: Account | undefined; second: Account | undefined };
type Asked = { name: string; email: string | null; device: string | null };

/**
 * Opens the look-up of the accounts that an identifier may mean at login: with an @ the one whose verified email it is,
 * first, then the one whose username it is; in wide letters it means the same, for they would tell apart whose address
 * is verified. Each with whether the device has signed in on it before (rules §3). Whoever is refused is looked up
 * first, so all who ask during one reading share the next: 2,000 connections that signed in wrongly kept everybody else
 * behind their address waiting for 6 s, on known devices too.
 */
export function accountFinder(query: Database["query"]) {
  const find = batchLoad((keys: string[]) => findAll(query, keys), { oneAtATime: true });
  return async (identifier: string, device: string | null): Promise<Accounts> => {
    const name = usernameKey(identifier);
    const asked: Asked = { name, email: name.includes("@") ? name : null, device };
    return (await find(JSON.stringify(asked))) ?? { first: undefined, second: undefined };
  };
}

async function findAll(query: Database["query"], keys: string[]): Promise<Map<string, Accounts>> {
  const asked = keys.map((key): [string, Asked] => [key, JSON.parse(key) as Asked]);
  const names = asked.map(([, { name }]) => name);
  const emails = asked.flatMap(([, { email }]) => email ?? []);
  const hashes = asked.map(([, { device }]) => deviceHash(device));
  const [named, verified] = await Promise.all([
    selectAccounts(query).where("usernameKey", "=", sql<string>`any(${names})`).execute(),
    selectAccounts(query)
      .where(sql<string>`lower(email)`, "=", sql<string>`any(${emails}::text[])`)
      .where("isVerified", "=", true)
      .execute(),
  ]);
  const byName = new Map(named.map((account) => [account.usernameKey, account]));
  const byEmail = new Map(verified.map((account) => [account.email?.toLowerCase(), account]));
  const devices = await query
    .selectFrom("knownDevices")
    .select(["userId", "deviceHash"])
    .where("userId", "=", sql<number>`any(${[...named, ...verified].map(({ id }) => id)}::int[])`)
    .where("deviceHash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
    .execute();
  const known = new Set(devices.map((row) => `${row.userId} ${row.deviceHash.toString("hex")}`));

  const present = (found: Found | undefined, device: string | null): Account | undefined => {
    if (!found) return undefined;
    const { registeredOn, usernameKey: _, ...account } = found;
    const hash = deviceHash(device);
    const isRegistrant = registeredOn?.equals(hash) ?? false;
    const isKnownDevice = device !== null && (isRegistrant || known.has(`${account.id} ${hash.toString("hex")}`));
    return { ...account, isKnownDevice };
  };
  return new Map(
    asked.map(([key, { name, email, device }]) => {
      const byUsername = present(byName.get(name), device);
      if (email === null) return [key, { first: byUsername, second: undefined }];
      const first = present(byEmail.get(email), device);
      return [key, { first, second: byUsername?.id === first?.id ? undefined : byUsername }];
    }),
  );
}

function selectAccounts(query: Database["query"]) {
  return query
    .selectFrom("users")
    .select([...userColumns, "usernameKey", "passwordHash", "registeredOn"])
    .where("deletedAt", "is", null);
}
