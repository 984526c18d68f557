import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { sha256 } from "../../process/secrets.ts";

/** Hashes the key of a device as it is stored; callers without a key are one device (rules §3). */
export function deviceHash(device: string | null): Buffer {
  return sha256(device ?? "");
}

/**
 * Tests whether an account, a row with its `id` and `registered_on`, was registered on a device, or signed in on it
 * before: of all devices the one alone is read. Callers without a key count as one device: for where a code goes, not
 * for what is exempt (rules §3).
 */
export function isDeviceOf(account: RawBuilder<unknown>, hash: RawBuilder<Buffer>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${account}.registered_on is not distinct from ${hash}
    or (select count(*) from known_devices where user_id = ${account}.id and device_hash = ${hash}) > 0
  )`;
}

/** Finds the hashes of all devices that an account is known on. */
export async function knownDevicesOf(database: Database, userId: number): Promise<Buffer[]> {
  const [devices, user] = await Promise.all([
    database.query.selectFrom("knownDevices").select("deviceHash").where("userId", "=", userId).execute(),
    database.query.selectFrom("users").select("registeredOn").where("id", "=", userId).executeTakeFirst(),
  ]);
  return [...devices.map((row) => row.deviceHash), ...(user?.registeredOn ? [user.registeredOn] : [])];
}

/** Forgets the devices that an account is known on, but for the one that the owner acts from. */
export async function forgetDevices(tx: Tx, userId: number, own: string | null): Promise<void> {
  const hash = own === null ? null : deviceHash(own);
  await tx
    .deleteFrom("knownDevices")
    .where("userId", "=", userId)
    .where(sql<boolean>`device_hash is distinct from ${hash}`)
    .execute();
  await tx
    .updateTable("users")
    .set({ registeredOn: null })
    .where("id", "=", userId)
    .where(sql<boolean>`registered_on is distinct from ${hash}`)
    .execute();
}

/**
 * Knows an account on the device of its owner, as after a sign-in: strangers' wrong passwords pause none that is known,
 * and two a second had used the tries up again before the owner had typed the new password. One without a key is none.
 */
export async function knowDevice(tx: Tx, userId: number, device: string | null): Promise<void> {
  if (device === null) return;
  await tx
    .insertInto("knownDevices")
    .values({ userId, deviceHash: deviceHash(device) })
    .onConflict((conflict) => conflict.columns(["userId", "deviceHash"]).doUpdateSet({ lastUsedAt: sql`now()` }))
    .execute();
}
