import { email as emailShape, Role, usernameKey } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { userColumns } from "./user-view.ts";
import { usernameSkeleton } from "./usernames/skeleton.ts";

export type NewAccount = {
  username: string;
  email?: string | null | undefined;
  riotId?: string | null | undefined;
  passwordHash: string;
  roleId?: Role;
  /** The hash of the device on which somebody registers the own account. */
  registeredOn?: Buffer;
};

/**
 * Makes an account under a username that nobody has in any spelling, nor one that looks like it; a username that is an
 * email counts as one (rules §3). Throws `user.username_taken`, `user.username_imitates`.
 */
export async function register(tx: Tx, account: NewAccount) {
  const row = await tx
    .insertInto("users")
    .values({
      username: account.username,
      usernameKey: usernameKey(account.username),
      usernameSkeleton: usernameSkeleton(account.username),
      email: account.email || (emailShape.safeParse(account.username).data ?? null),
      riotId: account.riotId || null,
      passwordHash: account.passwordHash,
      roleId: account.roleId ?? Role.User,
      registeredOn: account.registeredOn ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  return row ?? refuse(tx, account.username);
}

/** Tells a name that somebody bears, in any spelling, from one that only looks like it. */
async function refuse(tx: Tx, username: string): Promise<never> {
  const same = tx.selectFrom("users").select("id").where("usernameKey", "=", usernameKey(username));
  const isTaken = (await same.executeTakeFirst()) !== undefined;
  throw new Problem(isTaken ? "user.username_taken" : "user.username_imitates", { field: "username" });
}
