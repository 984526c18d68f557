import { type ExpressionBuilder, sql } from "kysely";
import type { Tx } from "../database.ts";
import type { Schema } from "../schema.ts";
import { sha256 } from "../secrets.ts";

const mostDevices = 50;

/** Whether a device with that key has signed in on the account of the row before; asked alike without a key (rules §3). */
export function isKnown(of: ExpressionBuilder<Schema, "users">, device: string | null) {
  return of.exists(
    of
      .selectFrom("knownDevices")
      .select("knownDevices.userId")
      .whereRef("knownDevices.userId", "=", "users.id")
      .where("deviceHash", "=", sha256(device ?? "")),
  );
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
