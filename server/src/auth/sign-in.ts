import type { Client } from "../core.ts";
import type { Tx } from "../database.ts";
import { Problem } from "../problem.ts";
import { userColumns } from "../users/user-view.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Opens a session for an account whose password was found right. The account is locked and looked at again: between the
 * comparison and now its password may have been set anew, and then the old one opens nothing. Throws
 * `auth.wrong_credentials` and `auth.blocked` (rules §3).
 */
export async function signIn(
  tx: Tx,
  sessions: Sessions,
  compared: { id: number; passwordHash: string },
  client: Client,
) {
  const found = await tx
    .selectFrom("users")
    .select([...userColumns, "passwordHash"])
    .where("id", "=", compared.id)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found?.passwordHash !== compared.passwordHash) throw new Problem("auth.wrong_credentials");
  if (found.isBlocked) throw new Problem("auth.blocked");
  const { passwordHash: _, ...user } = found;
  return { user, ...(await sessions.start(tx, user, client)) };
}
