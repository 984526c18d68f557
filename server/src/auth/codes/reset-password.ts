import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { foldAddress, useCode } from "./one-time-code.ts";
import { wrongCode } from "./verify-email.ts";

type Right = { codeId: number; userId: number; address: string; passwordHash: string };

/**
 * Sets a new password by a mailed code, ends all sessions and signs nobody in. The address must still be the verified one.
 * Throws `auth.wrong_code` and `auth.blocked` (rules §3).
 */
export async function resetPassword(tx: Tx, sessions: Sessions, right: Right): Promise<void> {
  const { codeId, userId, address, passwordHash } = right;
  const user = await tx
    .selectFrom("users")
    .select(["email", "isVerified", "isBlocked"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user?.email || !user.isVerified || foldAddress(user.email) !== address) throw wrongCode();
  if (user.isBlocked) throw new Problem("auth.blocked");
  if (!(await useCode(tx, codeId))) throw wrongCode();
  await storePassword(tx, userId, passwordHash);
  await sessions.endAll(tx, userId);
}

/** Writes a password's hash, and who set it; which sessions end is for the caller to say. */
export async function storePassword(tx: Tx, userId: number, passwordHash: string, isReset = false): Promise<void> {
  await tx
    .updateTable("users")
    .set({ passwordHash, isPasswordReset: isReset, updatedAt: sql`now()` })
    .where("id", "=", userId)
    .execute();
}
