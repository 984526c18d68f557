import type { User } from "@saha/contract";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";

/** The columns of an account that leave the server; never the password (spec §3). */
export const userColumns = [
  "id",
  "uuid",
  "username",
  "name",
  "email",
  "pendingEmail",
  "avatar",
  "roleId",
  "riotId",
  "isBlocked",
  "isVerified",
  "createdAt",
  "updatedAt",
] as const;

/** Selects accounts as they leave the server, for a statement that goes on with them. */
export function selectUser(where: RawBuilder<unknown>): RawBuilder<User> {
  return sql<User>`select ${sql.join(userColumns.map((column) => sql.ref(column)))} from users where ${where}`;
}

/** Finds accounts that are there, as they leave the server. */
export function userFinder(query: Database["query"]) {
  return batchLoad(async (ids: number[]) => {
    const users = await query
      .selectFrom("users")
      .select(userColumns)
      .where("id", "=", sql<number>`any(${ids})`)
      .where("deletedAt", "is", null)
      .execute();
    return new Map(users.map((user) => [user.id, user]));
  });
}
