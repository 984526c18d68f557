import { usernameKey } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import { userColumns } from "../users/user-view.ts";

export type Account = NonNullable<Awaited<ReturnType<typeof findNamed>>>;

/**
 * The accounts that an identifier may mean at login: with an @ the one whose verified email it is, first, then the one
 * whose username it is; `second` is never the same as `first` (rules §3).
 */
export async function findAccounts(
  database: Database,
  identifier: string,
): Promise<{ first: Account | undefined; second: Account | undefined }> {
  const named = await findNamed(database, identifier);
  if (!identifier.includes("@")) return { first: named, second: undefined };
  const first = await accounts(database)
    .where(sql<string>`lower(email)`, "=", identifier.toLowerCase())
    .where("isVerified", "=", true)
    .executeTakeFirst();
  return { first, second: named?.id === first?.id ? undefined : named };
}

function findNamed(database: Database, identifier: string) {
  return accounts(database).where("usernameKey", "=", usernameKey(identifier)).executeTakeFirst();
}

function accounts(database: Database) {
  return database.query
    .selectFrom("users")
    .select([...userColumns, "passwordHash"])
    .where("deletedAt", "is", null);
}
