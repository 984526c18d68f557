import type { ExpressionBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import { sha256 } from "../secrets.ts";

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
