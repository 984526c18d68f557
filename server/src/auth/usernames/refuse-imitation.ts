import { Role, usernameKey } from "@saha/contract";
import type { Database } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import { coarseSkeleton } from "./skeleton.ts";

/**
 * Refuses a name that could be taken for one of the staff. Throws `user.username_imitates`; a name that is the very same
 * is left to what tells that it is taken.
 */
export async function refuseImitationOfStaff(query: Database["query"], username: string): Promise<void> {
  const staff = await query
    .selectFrom("users")
    .select("username")
    .where("roleId", "!=", Role.User)
    .where("deletedAt", "is", null)
    .execute();
  const seen = coarseSkeleton(username);
  const isImitation = staff.some(
    (one) => usernameKey(one.username) !== usernameKey(username) && coarseSkeleton(one.username) === seen,
  );
  if (isImitation) throw new Problem("user.username_imitates", { field: "username" });
}
