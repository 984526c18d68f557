import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { forgetWanted } from "../codes/forget-wanted.ts";

type Facts = {
  /** Whether a password-reset administrator may know it. */
  isPasswordReset?: boolean;
  /** Whether the verified address goes too: an administrator sets somebody else's, as it may not be the owner's. */
  takesVerified?: boolean;
};

/**
 * Writes a password's hash, and forgets the address that waits to be verified, or the verified one, which is answered;
 * which sessions end is for the caller to say (decisions 0137, 0170).
 */
export async function storePassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  { isPasswordReset = false, takesVerified = false }: Facts = {},
): Promise<string | undefined> {
  await tx
    .updateTable("users")
    .set({ passwordHash, isPasswordReset, updatedAt: sql`now()` })
    .where("id", "=", userId)
    .execute();
  return forgetWanted(tx, userId, takesVerified);
}
