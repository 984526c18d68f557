import { sql } from "kysely";
import type { Sessions } from "../auth/sessions/sessions.ts";
import { unassignBoothAdmin } from "../booths/assign-booth-admin.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { finishAllOf } from "../queue/finish-entry.ts";
import { cancelTickets } from "../tickets/cancel-tickets.ts";
import { keepAnAdmin } from "./last-admin.ts";

/**
 * Deletes an account: its sessions end, its live tickets become INACTIVE and give their places back, and its places in
 * line are finished. Whatever other rows still speak of is its history: then the row stays, without a name or anything
 * else of the person; otherwise it goes. Answers the picture that nobody shows any more. Locks user, tickets,
 * purchases: the user by no more than those do who give it such things, for a scan holds a purchase and then refers to
 * its user (0023). Throws `user.not_found` and `user.last_admin` (rules §3, §4).
 */
export async function removeUser(tx: Tx, sessions: Sessions, userId: number): Promise<string | null> {
  await keepAnAdmin(tx, userId);
  const user = await tx
    .selectFrom("users")
    .select("avatar")
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem("user.not_found");
  await sessions.endAll(tx, userId);
  await cancelTickets(tx, userId);
  await unassignBoothAdmin(tx, userId);
  await finishAllOf(tx, userId);
  if (!(await removeRow(tx, userId))) await anonymise(tx, userId);
  return user.avatar;
}

/** False when other rows still refer to this one. */
async function removeRow(tx: Tx, userId: number): Promise<boolean> {
  await sql`savepoint removal`.execute(tx);
  try {
    await tx.deleteFrom("users").where("id", "=", userId).execute();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "23503") throw error;
    await sql`rollback to savepoint removal`.execute(tx);
    return false;
  }
}

async function anonymise(tx: Tx, userId: number): Promise<void> {
  // No username has a `#`, so nobody can bear or take this one.
  const name = `#${userId}`;
  await tx
    .updateTable("users")
    .set({
      username: name,
      usernameKey: name,
      usernameSkeleton: null,
      name: null,
      email: null,
      pendingEmail: null,
      avatar: null,
      riotId: null,
      passwordHash: "",
      isVerified: false,
      registeredOn: null,
      deletedAt: sql<string>`now()`,
      updatedAt: sql`now()`,
    })
    .where("id", "=", userId)
    .execute();
  await tx.deleteFrom("sessions").where("userId", "=", userId).execute();
  await tx.deleteFrom("knownDevices").where("userId", "=", userId).execute();
  await tx.deleteFrom("oneTimeCodes").where("userId", "=", userId).execute();
  await tx.deleteFrom("idempotencyKeys").where("userId", "=", userId).execute();
}
