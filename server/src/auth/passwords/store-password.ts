import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { forgetWanted } from "../codes/forget-wanted.ts";

/**
 * Writes a password's hash and whether a password-reset administrator may know it, and forgets the address that waits
 * to be verified, which is answered; which sessions end is for the caller to say (decision 0137).
 */
export async function storePassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  isPasswordReset = false,
): Promise<string | undefined> {
  await tx
    .updateTable("users")
    .set({ passwordHash, isPasswordReset, updatedAt: sql`now()` })
    .where("id", "=", userId)
    .execute();
  return forgetWanted(tx, userId);
}
