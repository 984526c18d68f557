import { sql } from "kysely";
import { foldAddress } from "../auth/codes/one-time-code.ts";
import { userColumns } from "../auth/user-view.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { tellAccountChanged } from "./account-news.ts";

type Fields = {
  name?: string | undefined;
  email?: string | undefined;
  riotId?: string | undefined;
  avatar?: string | null | undefined;
};
type EmailNow = { email: string | null; pendingEmail: string | null; isVerified: boolean };

/**
 * Changes what a person may change; what is missing stays. A new email of a verified account waits as `pendingEmail`
 * until its code is typed, and the old one stays in force. Answers the account, the picture that nobody shows any more
 * and, when a new address was given, where its code goes and which verified address is to be told. Throws
 * `user.not_found` (rules §3).
 */
export async function updateProfile(tx: Tx, userId: number, { name, email, riotId, avatar }: Fields) {
  const before = await tx
    .selectFrom("users")
    .select(["email", "pendingEmail", "isVerified", "avatar"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) throw new Problem("user.not_found");
  const change = email === undefined ? undefined : changeOfEmail(before, email);
  const user = await tx
    .updateTable("users")
    .set({
      ...(name !== undefined && { name }),
      ...(riotId !== undefined && { riotId: riotId || null }),
      ...(avatar !== undefined && { avatar }),
      ...change?.columns,
      updatedAt: sql`now()`,
    })
    .where("id", "=", userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  tellAccountChanged(tx, userId);
  const oldAvatar = user.avatar === before.avatar ? null : before.avatar;
  return { user, asked: change?.asked, oldAvatar };
}

type Change = {
  columns: Partial<EmailNow>;
  /** Where a code is to go, and the address in force that is told of it. */
  asked?: { address: string; inForce: string | undefined };
};

/** Whether an email that was typed would take the place of the verified one. */
export function replacesVerified(now: EmailNow, typed: string): boolean {
  return changeOfEmail(now, typed).asked?.inForce !== undefined;
}

function changeOfEmail({ email, pendingEmail, isVerified }: EmailNow, typed: string): Change {
  const isSame = (other: string | null) => other !== null && foldAddress(other) === foldAddress(typed);
  if (isVerified && email !== null) {
    if (isSame(email)) return { columns: { pendingEmail: null } };
    if (isSame(pendingEmail)) return { columns: {} };
    return { columns: { pendingEmail: typed }, asked: { address: typed, inForce: email } };
  }
  if (isSame(email)) return { columns: {} };
  return {
    columns: { email: typed, pendingEmail: null, isVerified: false },
    asked: { address: typed, inForce: undefined },
  };
}
