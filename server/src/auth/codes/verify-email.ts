import { isStaff } from "@saha/contract";
import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import { claimEmail, lockAround } from "./claim-email.ts";
import { foldAddress, useCode } from "./one-time-code.ts";

type Right = { codeId: number; userId: number; address: string };

/**
 * Verifies the address for the account whose code it was, if that account still wants it; one of the staff's only while
 * its bearer is signed in: `auth.sign_in_to_verify`. Throws `auth.wrong_code` when somebody was faster or time is over,
 * `auth.blocked`, and `user.email_taken` when another account has verified the address meanwhile (rules §3, decision
 * 0137).
 */
export async function verifyEmail(tx: Tx, right: Right, actorId?: number): Promise<void> {
  const { codeId, userId, address } = right;
  const user = (await lockAround(tx, userId, address)).find(({ id }) => id === userId);
  if (!user) throw wrongCode();
  if (user.isBlocked) throw new Problem("auth.blocked");
  const wanted = [user.pendingEmail, user.isVerified ? null : user.email].find(
    (email) => email !== null && foldAddress(email) === address,
  );
  if (!wanted) throw wrongCode();
  if (isStaff(user.roleId) && actorId !== userId) throw new Problem("auth.sign_in_to_verify", { field: "otp" });
  await claimEmail(tx, userId, wanted, "code");
  if (!(await useCode(tx, codeId))) throw wrongCode();
}

export function wrongCode(): Problem {
  return new Problem("auth.wrong_code", { field: "otp" });
}
