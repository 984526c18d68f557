import { Role } from "@saha/contract";
import { storePassword } from "../auth/passwords/store-password.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

type Actor = { id: number; roleId: Role; sessionId: number };

/**
 * Sets the password of an account and ends its sessions; on the own account, the others. The address that waits goes
 * with it, and the verified one where an administrator sets somebody else's, for whoever had the account could have
 * verified theirs; a password-reset administrator's keeps it, lest one stolen account lock everybody out (decision
 * 0170). Answers the forgotten one. A password-reset administrator sets all but those of administrators and their own
 * kind: `user.password_protected`. Throws `user.not_found` (rules §2, §3).
 */
export async function setPassword(
  tx: Tx,
  sessions: Sessions,
  actor: Actor,
  userId: number,
  passwordHash: string,
): Promise<string | undefined> {
  const user = await tx
    .selectFrom("users")
    .select("roleId")
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem("user.not_found");
  refuseProtected(actor, user.roleId);
  const isOwn = actor.id === userId;
  const isPasswordReset = !isOwn && actor.roleId === Role.PasswordResetAdmin;
  const takesVerified = !isOwn && actor.roleId === Role.Admin;
  const forgotten = await storePassword(tx, userId, passwordHash, { isPasswordReset, takesVerified });
  await sessions.endAll(tx, userId, isOwn ? actor.sessionId : undefined);
  return forgotten;
}

/** Throws `user.password_protected` where the caller may not set the password of such an account. */
export function refuseProtected(actor: Pick<Actor, "roleId">, roleId: Role): void {
  if (actor.roleId !== Role.Admin && protectedRoles.includes(roleId)) throw new Problem("user.password_protected");
}

/** Whose passwords no password-reset administrator sets. */
export const protectedRoles: readonly Role[] = [Role.Admin, Role.PasswordResetAdmin];
