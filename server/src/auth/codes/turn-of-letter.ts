import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { Core } from "../../core.ts";
import type { Tx } from "../../database/database.ts";

/**
 * Counts a letter with a code and finds its turn. Accounts that nobody makes by the hundred at the gate, those of the
 * staff, of a day and longer, or with a verified address, have turns by themselves; others share their network's
 * (decision 0155).
 */
export async function turnOfLetter(
  tx: Tx,
  { limits }: Pick<Core, "limits">,
  { userId, ip }: { userId?: number | undefined; ip: string },
): Promise<number> {
  const settled =
    userId !== undefined &&
    (await tx
      .selectFrom("users")
      .select("id")
      .where("id", "=", userId)
      .where((where) =>
        where.or([
          where("isVerified", "=", true),
          where("roleId", "!=", Role.User),
          where("createdAt", "<", sql<string>`now() - interval '1 day'`),
        ]),
      )
      .executeTakeFirst());
  return limits.codes.turn(settled ? { userId: settled.id } : { ip });
}
