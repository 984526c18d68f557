import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import { storePassword } from "../passwords/store-password.ts";
import { forgetDevices, knowDevice } from "../sessions/known-device.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { foldAddress, useCode } from "./one-time-code.ts";
import { wrongCode } from "./verify-email.ts";

type Right = { codeId: number; userId: number; address: string; passwordHash: string; device: string | null };

/**
 * Sets a new password by a mailed code, ends all sessions, forgets all devices but this one, which is known from now
 * on, and signs nobody in. The address must still be the verified one. Answers the unverified address that was
 * forgotten. Throws `auth.wrong_code` and `auth.blocked` (rules §3).
 */
export async function resetPassword(tx: Tx, sessions: Sessions, right: Right): Promise<string | undefined> {
  const { codeId, userId, address, passwordHash, device } = right;
  const user = await tx
    .selectFrom("users")
    .select(["email", "isVerified", "isBlocked", "isEmailDoubtful"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user?.email || !user.isVerified || foldAddress(user.email) !== address) throw wrongCode();
  if (user.isBlocked) throw new Problem("auth.blocked");
  if (!(await useCode(tx, codeId))) throw wrongCode();
  // Through an address that may be a password-reset administrator's, so may be the password.
  const forgotten = await storePassword(tx, userId, passwordHash, { isPasswordReset: user.isEmailDoubtful });
  await forgetDevices(tx, userId, device);
  await knowDevice(tx, userId, device);
  await sessions.endAll(tx, userId);
  return forgotten;
}
