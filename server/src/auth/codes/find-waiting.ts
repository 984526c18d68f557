import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { isDeviceOf } from "../sessions/known-device.ts";
import type { Purpose } from "./one-time-code.ts";

type Asked = { address: string; purpose: Purpose; device: Buffer };

/**
 * Finds the accounts that a code for a case-folded address can be due to, the newest first, each with whether the
 * device registered it or has signed in on it: for recovery the one that has verified it, else those that wait for it
 * (rules §3).
 */
export function findWaiting(database: Database, { address, purpose, device }: Asked) {
  return database.query
    .selectFrom("users")
    .select(["id", "username"])
    .select((of) => isDeviceOf(of, device).as("isOfDevice"))
    .where("deletedAt", "is", null)
    .where(({ eb, and, or }) => {
      const isOwn = eb(sql<string>`lower(email)`, "=", address);
      const isPending = eb(sql<string>`lower(pending_email)`, "=", address);
      return purpose === "recovery"
        ? and([isOwn, eb("isVerified", "=", true)])
        : or([and([isOwn, eb("isVerified", "=", false)]), isPending]);
    })
    .orderBy("updatedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}
