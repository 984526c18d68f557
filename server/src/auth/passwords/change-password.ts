import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import { storePassword } from "../codes/reset-password.ts";
import type { Sessions } from "../sessions/sessions.ts";

type Change = { oldHash: string; passwordHash: string };

/**
 * Changes the own password and ends the other sessions. Throws `auth.wrong_password` when the password that was compared
 * is no longer the one (rules §3).
 */
export async function changePassword(
  tx: Tx,
  sessions: Sessions,
  actor: { id: number; sessionId: number },
  { oldHash, passwordHash }: Change,
): Promise<void> {
  const user = await tx
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", actor.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user?.passwordHash !== oldHash) throw wrongPassword();
  await storePassword(tx, actor.id, passwordHash);
  await sessions.endAll(tx, actor.id, actor.sessionId);
}

export function wrongPassword(): Problem {
  return new Problem("auth.wrong_password", { field: "password" });
}
