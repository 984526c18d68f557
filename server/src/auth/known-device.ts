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

/**
 * What the one statement of a sign-in starts with when it also remembers that a device has signed in on the account, of
 * which the 50 latest are kept: apart, they cost the sign-in as much again.
 */
export function rememberingDevice(tx: Tx, userId: number, device: string | null): Pick<Tx, "insertInto"> {
  if (device === null) return tx;
  const deviceHash = sha256(device);
  return tx
    .with("remembered", (query) =>
      query
        .insertInto("knownDevices")
        .values({ userId, deviceHash })
        .onConflict((conflict) =>
          conflict.columns(["userId", "deviceHash"]).doUpdateSet({ lastUsedAt: sql<string>`now()` }),
        ),
    )
    .with("forgotten", (query) =>
      query
        .deleteFrom("knownDevices")
        .where("userId", "=", userId)
        .where("deviceHash", "in", (others) =>
          others
            .selectFrom("knownDevices")
            .select("deviceHash")
            .where("userId", "=", userId)
            .where("deviceHash", "!=", deviceHash)
            .orderBy("lastUsedAt", "desc")
            .offset(mostDevices - 1),
        ),
    ) as unknown as Pick<Tx, "insertInto">;
}
