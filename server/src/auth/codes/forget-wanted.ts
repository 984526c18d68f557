import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { foldAddress, useAllCodes } from "./one-time-code.ts";

/**
 * Forgets the address that an account waits to verify and uses up its codes, for whoever held the account before may
 * have asked for them and could verify the address later; with `takesVerified` also the verified address, which may be
 * theirs by now. The address that the username is stays: nobody but its bearer and administrators chose it, who choose
 * their own names too. Answers what was forgotten (decisions 0137, 0170).
 */
export async function forgetWanted(tx: Tx, userId: number, takesVerified = false): Promise<string | undefined> {
  const { username, email, pendingEmail, isVerified, roleId } = await tx
    .selectFrom("users")
    .select(["username", "email", "pendingEmail", "isVerified", "roleId"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await useAllCodes(tx, userId);
  const isName = roleId !== Role.Admin && email !== null && foldAddress(email) === foldAddress(username);
  const isKept = email === null || isName || (isVerified && !takesVerified);
  if (isKept && pendingEmail === null) return undefined;
  await tx
    .updateTable("users")
    .set({ pendingEmail: null, ...(!isKept && nothing), updatedAt: sql`now()` })
    .where("id", "=", userId)
    .execute();
  return (isKept ? pendingEmail : email) ?? undefined;
}

const nothing = { email: null, isVerified: false, isEmailDoubtful: false };
