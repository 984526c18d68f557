import { sql } from "kysely";
import type { Database, Tx } from "../database.ts";
import { sha256 } from "../secrets.ts";

const mostDevices = 50;

/**
 * The device key, when a device with it has signed in on that account before; asked in the same way for nobody, so that
 * the time tells nothing (rules §3).
 */
export async function knownDevice(
  database: Database,
  userId: number | undefined,
  device: string | null,
): Promise<string | null> {
  if (device === null) return null;
  const row = await database.query
    .selectFrom("knownDevices")
    .select("userId")
    .where("userId", "=", userId ?? 0)
    .where("deviceHash", "=", sha256(device))
    .executeTakeFirst();
  return row ? device : null;
}

/** Remembers that a device has signed in on an account; the 50 latest are kept. */
export async function rememberDevice(tx: Tx, userId: number, device: string | null): Promise<void> {
  if (device === null) return;
  await tx
    .insertInto("knownDevices")
    .values({ userId, deviceHash: sha256(device) })
    .onConflict((conflict) =>
      conflict.columns(["userId", "deviceHash"]).doUpdateSet({ lastUsedAt: sql<string>`now()` }),
    )
    .execute();
  await sql`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId} order by last_used_at desc offset ${mostDevices})`.execute(
    tx,
  );
}
