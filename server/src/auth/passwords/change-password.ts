import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import { forgetDevices } from "../sessions/known-device.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { storePassword } from "./store-password.ts";

type Change = { oldHash: string; passwordHash: string; device: string | null };

/**
 * Changes the own password, ends the other sessions and forgets the other devices. That a password-reset administrator
 * knows the password stays true: it may be them who typed the old one. Answers the unverified address that was
 * forgotten. Throws `auth.wrong_password` when the password that was compared is no longer the one (rules §3, decision
 * 0137).
 */
export async function changePassword(
  tx: Tx,
  sessions: Sessions,
  actor: { id: number; sessionId: number },
  { oldHash, passwordHash, device }: Change,
): Promise<string | undefined> {
  const user = await tx
    .selectFrom("users")
    .select(["passwordHash", "isPasswordReset"])
    .where("id", "=", actor.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user?.passwordHash !== oldHash) throw wrongPassword();
  const forgotten = await storePassword(tx, actor.id, passwordHash, { isPasswordReset: user.isPasswordReset });
  await forgetDevices(tx, actor.id, device);
  await sessions.endAll(tx, actor.id, actor.sessionId);
  return forgotten;
}

export function wrongPassword(): Problem {
  return new Problem("auth.wrong_password", { field: "password" });
}
