import { isStaff, Role, usernameKey } from "@saha/contract";
import { sql } from "kysely";
import { claimEmail, lockAround } from "../auth/codes/claim-email.ts";
import { forgetWanted } from "../auth/codes/forget-wanted.ts";
import { foldAddress } from "../auth/codes/one-time-code.ts";
import { storePassword } from "../auth/passwords/store-password.ts";
import { forgetDevices } from "../auth/sessions/known-device.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import { userColumns } from "../auth/user-view.ts";
import { usernameSkeleton } from "../auth/usernames/skeleton.ts";
import { unassignBoothAdmin } from "../booths/assign-booth-admin.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { finishAllOf } from "../queue/finish-entry.ts";
import { tellAccountChanged } from "./account-news.ts";
import { keepAnAdmin } from "./last-admin.ts";
import { protectedRoles } from "./set-password.ts";

type Changes = {
  username?: string | undefined;
  riotId?: string | null | undefined;
  roleId?: Role | undefined;
  isBlocked?: boolean | undefined;
  isVerified?: boolean | undefined;
  /** The address that `isVerified` vouches for. */
  vouchedEmail?: string | null | undefined;
  passwordHash?: string | undefined;
};
type Actor = { id: number; sessionId: number };

/**
 * Changes an account as an administrator does; what is missing stays. Blocking, a real change of role and a password
 * set by somebody else end all sessions; an own password ends the others. Blocking and a change of role finish what the
 * account still has in lines. Verifying claims the address; a booth admin who loses the role loses the booth. A user
 * made staff, and staff made administrators of any kind, get a new password where a password-reset administrator knows
 * the one in force. A password set for somebody else takes the addresses away, a verified one unless the same form
 * names it and vouches for it (decisions 0170, 0197); the forgotten one is answered beside the account. Throws
 * `user.not_found`, `user.last_admin`, `user.username_taken`, `user.username_imitates`, `user.email_taken`,
 * `user.email_changed`, `user.new_password_needed` (rules §3, §5).
 */
export async function updateUser(tx: Tx, sessions: Sessions, actor: Actor, userId: number, changes: Changes) {
  const isDemoting = changes.roleId !== undefined && changes.roleId !== Role.Admin;
  if (isDemoting || changes.isBlocked) await keepAnAdmin(tx, userId);
  const before = await lock(tx, userId);
  const { username, riotId, roleId, isBlocked, passwordHash } = changes;
  const isVouchedFor = isNamed(before, changes);
  if (isPromotion(before.roleId, roleId) && before.isPasswordReset && passwordHash === undefined) {
    throw new Problem("user.new_password_needed", { field: "password" });
  }
  if (roleId !== undefined && roleId !== Role.BoothAdmin) await unassignBoothAdmin(tx, userId);
  await tx
    .updateTable("users")
    .set({
      ...(username !== undefined && {
        username,
        usernameKey: usernameKey(username),
        usernameSkeleton: usernameSkeleton(username),
      }),
      ...(riotId !== undefined && { riotId: riotId || null }),
      ...(roleId !== undefined && { roleId }),
      ...(isBlocked !== undefined && { isBlocked }),
      updatedAt: sql`now()`,
    })
    .where("id", "=", userId)
    .execute();
  if (changes.isVerified !== undefined) await setVerified(tx, before, changes.isVerified);
  const takesVerified = actor.id !== userId && !isVouchedFor;
  const forgottenEmail =
    passwordHash === undefined ? undefined : await storePassword(tx, userId, passwordHash, { takesVerified });

  const isRoleChanged = roleId !== undefined && roleId !== before.roleId;
  if (isRoleChanged && isStaff(roleId)) await forgetHolder(tx, userId, isVouchedFor);
  const isPasswordSet = passwordHash !== undefined;
  if (isBlocked || isRoleChanged) {
    // Whoever held the account beside its owner could verify an address of theirs once it is open again (decision
    // 0137).
    await forgetWanted(tx, userId);
    await finishAllOf(tx, userId);
  }
  if (isBlocked || isRoleChanged || (isPasswordSet && actor.id !== userId)) await sessions.endAll(tx, userId);
  else if (isPasswordSet) await sessions.endAll(tx, userId, actor.sessionId);
  tellAccountChanged(tx, userId);
  const user = await tx.selectFrom("users").select(userColumns).where("id", "=", userId).executeTakeFirstOrThrow();
  return { ...user, ...(forgottenEmail !== undefined && { forgottenEmail }) };
}

/**
 * Whether the change vouches for the address that stands in the row, and names it: whoever else held the account could
 * change it after it was shown, and came back by it into the role that the account got. Throws `user.email_changed`
 * where it names another one.
 */
function isNamed({ email }: Pick<Locked, "email">, { isVerified, vouchedEmail }: Changes): boolean {
  if (!isVerified || vouchedEmail === undefined) return false;
  if (foldAddress(vouchedEmail ?? "") === foldAddress(email ?? "")) return true;
  throw new Problem("user.email_changed", { field: "isVerified" });
}

/** Whether a role gives more than the password that a password-reset administrator may know must open. */
function isPromotion(from: Role, to: Role | undefined): boolean {
  if (to === undefined || to === from) return false;
  return protectedRoles.includes(to) || (isStaff(to) && !isStaff(from));
}

/**
 * Forgets what whoever held an account until now could come back by once it is one of the staff's: the address that
 * waits to be verified, codes, devices, and a verified address that may be a password-reset administrator's, unless it
 * is vouched for (decision 0137).
 */
async function forgetHolder(tx: Tx, userId: number, isVouchedFor: boolean): Promise<void> {
  const doubtful = tx
    .updateTable("users")
    .set({ email: null, isVerified: false, isEmailDoubtful: false })
    .where("id", "=", userId)
    .where("isEmailDoubtful", "=", true);
  if (!isVouchedFor) await doubtful.execute();
  await forgetWanted(tx, userId);
  await forgetDevices(tx, userId, null);
}

type Locked = Awaited<ReturnType<typeof lock>>;

async function lock(tx: Tx, userId: number) {
  const user = await tx
    .selectFrom("users")
    .select(["id", "roleId", "email", "isVerified", "isPasswordReset", "isEmailDoubtful"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem("user.not_found");
  return user;
}

/**
 * An address that an administrator vouches for is claimed as by its code; an account without one just bears the mark.
 */
async function setVerified(tx: Tx, { id, email, isVerified: was }: Locked, isVerified: boolean): Promise<void> {
  if (was === isVerified) return;
  if (isVerified && email !== null) {
    await lockAround(tx, id, foldAddress(email));
    await claimEmail(tx, id, email, "admin");
    return;
  }
  await tx.updateTable("users").set({ isVerified }).where("id", "=", id).execute();
}
