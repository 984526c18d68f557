import { Role } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Refuses to take the last active administrator away: `user.last_admin`. Locks all active administrators, in one order,
 * so that two of them who demote each other at once do so one after the other (rules §3). Must come before other locks.
 */
export async function keepAnAdmin(tx: Tx, losingId: number): Promise<void> {
  const admins = await tx
    .selectFrom("users")
    .select("id")
    .where("roleId", "=", Role.Admin)
    .where("isBlocked", "=", false)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const isOne = admins.some(({ id }) => id === losingId);
  if (isOne && admins.length === 1) throw new Problem("user.last_admin");
}
