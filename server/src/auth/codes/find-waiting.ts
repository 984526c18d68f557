import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import type { Schema } from "../../database/schema.ts";
import { isDeviceOf } from "../sessions/known-device.ts";
import type { Purpose } from "./one-time-code.ts";

type Asked = {
  address: string;
  purpose: Purpose;
  device: Buffer;
  /** An account that is found whatever its device: who is signed in, or whom a letter is for. */
  userId?: number | undefined;
  /** Whether one of all others is found too, who tells that there are any; it may be looked for among all accounts. */
  hasOthers?: boolean;
};

/** More than are ever told of by one letter. */
const most = 10;

/**
 * Finds the accounts that a code for a case-folded address can be due to, the newest first, each with whether the
 * device registered it or has signed in on it: for recovery the one that has verified it, else those that wait for it.
 * Anybody registers thousands of accounts with one address, so of those that wait it is the named one, some of the
 * device and, where asked for, one of all others (rules §3).
 */
export function findWaiting(database: Database, { address, purpose, device, userId, hasOthers = false }: Asked) {
  const { query } = database;
  const isWaiting = ({ eb, and, or }: ExpressionBuilder<Schema, "users">) => {
    const isOwn = eb(sql<string>`lower(email)`, "=", address);
    const isPending = eb(sql<string>`lower(pending_email)`, "=", address);
    const waits =
      purpose === "recovery"
        ? and([isOwn, eb("isVerified", "=", true)])
        : or([and([isOwn, eb("isVerified", "=", false)]), isPending]);
    return and([eb("deletedAt", "is", null), waits]);
  };
  const waiting = query.selectFrom("users").select("id").where(isWaiting);
  const signedIn = query.selectFrom("knownDevices").select("userId").where("deviceHash", "=", device);
  const found = query
    .selectFrom(waiting.limit(hasOthers || purpose === "recovery" ? 1 : 0).as("any"))
    .select("id")
    .union(query.selectFrom(waiting.where("id", "=", userId ?? 0).as("named")).select("id"))
    .union(query.selectFrom(waiting.where("registeredOn", "=", device).limit(most).as("registered")).select("id"))
    .union(query.selectFrom(waiting.where("id", "in", signedIn).limit(most).as("known")).select("id"));
  return query
    .selectFrom("users")
    .select(["id", "username"])
    .select((of) => isDeviceOf(of, device).as("isOfDevice"))
    .where("id", "in", found)
    .orderBy("updatedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}
