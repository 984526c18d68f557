import { Role, usernameKey } from "@saha/contract";
import type { Database } from "../../database/database.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import { Problem } from "../../errors/problem.ts";
import { coarseSkeleton } from "./skeleton.ts";

/**
 * Opens the refusal of names that could be taken for one of the staff, whose names are read once for all who ask during
 * one reading. Throws `user.username_imitates`; a name that is the very same is left to what tells that it is taken.
 */
export function imitationRefuser(query: Database["query"]): (username: string) => Promise<void> {
  const find = batchLoad(
    async (usernames: string[]) => {
      const staff = await query
        .selectFrom("users")
        .select("username")
        .where("roleId", "!=", Role.User)
        .where("deletedAt", "is", null)
        .execute();
      const seen = staff.map((one) => ({ key: usernameKey(one.username), skeleton: coarseSkeleton(one.username) }));
      const isImitation = (key: string, skeleton: string) =>
        seen.some((one) => one.key !== key && one.skeleton === skeleton);
      return new Map(usernames.map((name) => [name, isImitation(usernameKey(name), coarseSkeleton(name))]));
    },
    { oneAtATime: true },
  );
  return async (username) => {
    if (await find(username)) throw new Problem("user.username_imitates", { field: "username" });
  };
}
