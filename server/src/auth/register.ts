import { email as emailShape, Role, usernameKey } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { userColumns } from "./user-view.ts";

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
 * Makes an account under a username that nobody has in any spelling; a username that is an email counts as one
 * (rules §3). Throws `user.username_taken`.
 */
export async function register(tx: Tx, account: NewAccount) {
  const row = await tx
    .insertInto("users")
    .values({
      username: account.username,
      usernameKey: usernameKey(account.username),
      email: account.email || (emailShape.safeParse(account.username).data ?? null),
      riotId: account.riotId || null,
      passwordHash: account.passwordHash,
      roleId: account.roleId ?? Role.User,
      registeredOn: account.registeredOn ?? null,
    })
    .onConflict((conflict) => conflict.constraint("users_username_taken").doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (!row) throw new Problem("user.username_taken", { field: "username" });
  return row;
}
