import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { Problem } from "../../errors/problem.ts";
import { foldAddress } from "./one-time-code.ts";

/** Locks, by id, an account and all others that have or want the address. */
export function lockAround(tx: Tx, userId: number, address: string) {
  return tx
    .selectFrom("users")
    .select(["id", "email", "pendingEmail", "isVerified", "isBlocked", "roleId"])
    .where("deletedAt", "is", null)
    .where(({ eb, or }) =>
      or([
        eb("id", "=", userId),
        eb(sql<string>`lower(email)`, "=", address),
        eb(sql<string>`lower(pending_email)`, "=", address),
      ]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * Makes an address the verified one of an account, and clears it from the unverified rows of others; by a code typed
 * while a password-reset administrator knows the password it is a doubtful one. Throws `user.email_taken` when another
 * account has verified it (rules §3). `lockAround` must have come before.
 */
export async function claimEmail(tx: Tx, userId: number, email: string, by: "code" | "admin"): Promise<void> {
  const address = foldAddress(email);
  const others = () => tx.updateTable("users").where("id", "!=", userId);
  await others()
    .set({ email: null })
    .where(sql<string>`lower(email)`, "=", address)
    .where("isVerified", "=", false)
    .execute();
  await others().set({ pendingEmail: null }).where(sql<string>`lower(pending_email)`, "=", address).execute();
  const taken = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "!=", userId)
    .where(sql<string>`lower(email)`, "=", address)
    .executeTakeFirst();
  if (taken) throw new Problem("user.email_taken", { field: "email" });
  await tx
    .updateTable("users")
    .set({
      email,
      pendingEmail: null,
      isVerified: true,
      isEmailDoubtful: by === "code" ? sql<boolean>`is_password_reset` : false,
      updatedAt: sql`now()`,
    })
    .where("id", "=", userId)
    .execute();
}
