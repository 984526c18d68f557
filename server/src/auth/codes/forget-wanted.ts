import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { foldAddress } from "./one-time-code.ts";

/**
 * Forgets the address that an account waits to verify and uses up its codes, for whoever held the account before may
 * have asked for them and could verify the address later. The address that the username is stays: nobody but its bearer
 * and administrators chose it. Answers what was forgotten (decision 0137).
 */
export async function forgetWanted(tx: Tx, userId: number): Promise<string | undefined> {
  const { username, email, pendingEmail, isVerified } = await tx
    .selectFrom("users")
    .select(["username", "email", "pendingEmail", "isVerified"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("oneTimeCodes")
    .set({ usedAt: sql<string>`now()` })
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .execute();
  const isKept = isVerified || email === null || foldAddress(email) === foldAddress(username);
  if (isKept && pendingEmail === null) return undefined;
  await tx
    .updateTable("users")
    .set({ pendingEmail: null, ...(!isKept && { email: null }), updatedAt: sql`now()` })
    .where("id", "=", userId)
    .execute();
  return pendingEmail ?? email ?? undefined;
}
