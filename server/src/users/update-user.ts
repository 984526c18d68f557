import { Role, usernameKey } from "@saha/contract";
import { sql } from "kysely";
import { claimEmail, lockAround } from "../auth/claim-email.ts";
import { foldAddress } from "../auth/one-time-code.ts";
import { storePassword } from "../auth/reset-password.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Tx } from "../database.ts";
import { Problem } from "../problem.ts";
import { tellAccountChanged } from "./account-news.ts";
import { keepAnAdmin } from "./last-admin.ts";
import { userColumns } from "./user-view.ts";

type Changes = {
  username?: string | undefined;
  riotId?: string | null | undefined;
  roleId?: Role | undefined;
  isBlocked?: boolean | undefined;
  isVerified?: boolean | undefined;
  passwordHash?: string | undefined;
};
type Actor = { id: number; sessionId: number };

/**
 * Changes an account as an administrator does; what is missing stays. Blocking, a real change of role and a password set
 * by somebody else end all sessions; an own password ends the others. Verifying claims the address. Throws
 * `user.not_found`, `user.last_admin`, `user.username_taken`, `user.email_taken` (rules §3).
 */
export async function updateUser(tx: Tx, sessions: Sessions, actor: Actor, userId: number, changes: Changes) {
  const isDemoting = changes.roleId !== undefined && changes.roleId !== Role.Admin;
  if (isDemoting || changes.isBlocked) await keepAnAdmin(tx, userId);
  const before = await lock(tx, userId);
  const { username, riotId, roleId, isBlocked, passwordHash } = changes;
  await tx
    .updateTable("users")
    .set({
      ...(username !== undefined && { username, usernameKey: usernameKey(username) }),
      ...(riotId !== undefined && { riotId: riotId || null }),
      ...(roleId !== undefined && { roleId }),
      ...(isBlocked !== undefined && { isBlocked }),
      updatedAt: sql`now()`,
    })
    .where("id", "=", userId)
    .execute();
  if (changes.isVerified !== undefined) await setVerified(tx, before, changes.isVerified);
  if (passwordHash !== undefined) await storePassword(tx, userId, passwordHash);

  const isRoleChanged = roleId !== undefined && roleId !== before.roleId;
  const isPasswordSet = passwordHash !== undefined;
  if (isBlocked || isRoleChanged || (isPasswordSet && actor.id !== userId)) await sessions.endAll(tx, userId);
  else if (isPasswordSet) await sessions.endAll(tx, userId, actor.sessionId);
  tellAccountChanged(tx, userId);
  return tx.selectFrom("users").select(userColumns).where("id", "=", userId).executeTakeFirstOrThrow();
}

type Locked = Awaited<ReturnType<typeof lock>>;

async function lock(tx: Tx, userId: number) {
  const user = await tx
    .selectFrom("users")
    .select(["id", "roleId", "email", "isVerified"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem("user.not_found");
  return user;
}

/** An address that an administrator vouches for is claimed as by its code; an account without one just bears the mark. */
async function setVerified(tx: Tx, { id, email, isVerified: was }: Locked, isVerified: boolean): Promise<void> {
  if (was === isVerified) return;
  if (isVerified && email !== null) {
    await lockAround(tx, id, foldAddress(email));
    await claimEmail(tx, id, email);
    return;
  }
  await tx.updateTable("users").set({ isVerified }).where("id", "=", id).execute();
}
