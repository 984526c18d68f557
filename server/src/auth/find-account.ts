import { usernameKey } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { isKnown } from "./sessions/known-device.ts";
import { userColumns } from "./user-view.ts";

export type Account = NonNullable<Awaited<ReturnType<typeof findNamed>>>;

/**
 * The accounts that an identifier may mean at login: with an @ the one whose verified email it is, first, then the one
 * whose username it is; `second` is never the same as `first`. Each with whether the device has signed in on it before
 * (rules §3).
 */
export async function findAccounts(
  database: Database,
  identifier: string,
  device: string | null,
): Promise<{ first: Account | undefined; second: Account | undefined }> {
  const named = await findNamed(database, identifier, device);
  if (!identifier.includes("@")) return { first: named, second: undefined };
  const first = await accounts(database, device)
    .where(sql<string>`lower(email)`, "=", identifier.toLowerCase())
    .where("isVerified", "=", true)
    .executeTakeFirst();
  return { first, second: named?.id === first?.id ? undefined : named };
}

function findNamed(database: Database, identifier: string, device: string | null) {
  return accounts(database, device).where("usernameKey", "=", usernameKey(identifier)).executeTakeFirst();
}

function accounts(database: Database, device: string | null) {
  return database.query
    .selectFrom("users")
    .select([...userColumns, "passwordHash"])
    .select((of) => isKnown(of, device).as("isKnownDevice"))
    .where("deletedAt", "is", null);
}
