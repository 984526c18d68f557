import { usernameKey } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import { userColumns } from "../users/user-view.ts";

/** The account that an identifier names at login: with an @ the verified email first, then the username (rules §3). */
export async function findAccount(database: Database, identifier: string) {
  const byName = () => accounts(database).where("usernameKey", "=", usernameKey(identifier)).executeTakeFirst();
  if (!identifier.includes("@")) return byName();
  const byEmail = await accounts(database)
    .where(sql<string>`lower(email)`, "=", identifier.toLowerCase())
    .where("isVerified", "=", true)
    .executeTakeFirst();
  return byEmail ?? byName();
}

function accounts(database: Database) {
  return database.query
    .selectFrom("users")
    .select([...userColumns, "passwordHash"])
    .where("deletedAt", "is", null);
}
