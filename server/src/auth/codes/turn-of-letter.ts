import { isStaff } from "@saha/contract";
import { sql } from "kysely";
import type { Core } from "../../core.ts";
import type { Tx } from "../../database/database.ts";

/**
 * Counts a letter with a code and finds its turn. The staff have turns by accounts; accounts that nobody makes by the
 * hundred at the gate, those of a day and longer or with a verified address, share their network's apart from all
 * others there (decision 0155).
 */
export async function turnOfLetter(
  tx: Tx,
  { limits }: Pick<Core, "limits">,
  { userId, ip }: { userId?: number | undefined; ip: string },
): Promise<number> {
  const account =
    userId === undefined
      ? undefined
      : await tx
          .selectFrom("users")
          .select(["id", "roleId", sql<boolean>`is_verified or created_at < now() - interval '1 day'`.as("isSettled")])
          .where("id", "=", userId)
          .executeTakeFirst();
  if (account && isStaff(account.roleId)) return limits.codes.turn({ userId: account.id });
  return limits.codes.turn({ ip, isSettled: account?.isSettled ?? false });
}
