import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../database.ts";
import { hmac, isSame } from "../secrets.ts";

export type Purpose = "verification" | "recovery";
type Bound = { userId: number; address: string; purpose: Purpose };

const mostAttempts = 5;
const minutes = 10;

/** Two spellings of one mail address are the same (rules §3). */
export function foldAddress(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Makes one more code of 6 digits for an account, an address and a purpose, good for 10 minutes; the earlier ones stay
 * good. Only its HMAC is kept, so the answer is the one time that it is known (rules §3).
 */
export async function makeCode(tx: Tx, key: Buffer, bound: Bound): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await tx
    .insertInto("oneTimeCodes")
    .values({
      ...bound,
      codeHmac: seal(key, bound, code),
      expiresAt: sql<string>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
  return code;
}

/**
 * Whose code was typed: one guess is counted on every live code of the address and purpose, and committed, before
 * anything is compared; a code that was guessed at 5 times is dead (rules §3). `useCode` must follow.
 */
export async function guessCode(
  database: Database,
  key: Buffer,
  { address, purpose, code }: { address: string; purpose: Purpose; code: string },
): Promise<{ codeId: number; userId: number } | undefined> {
  const live = await database.transact(async (tx) => {
    // Without waiting for the disk, which would tell by the time whether an address has codes.
    await sql`set local synchronous_commit = off`.execute(tx);
    return tx
      .updateTable("oneTimeCodes")
      .set((was) => ({ attempts: was("attempts", "+", 1) }))
      .where("address", "=", address)
      .where("purpose", "=", purpose)
      .where("usedAt", "is", null)
      .where("expiresAt", ">", sql<string>`now()`)
      .where("attempts", "<", mostAttempts)
      .returning(["id", "userId", "codeHmac"])
      .execute();
  });
  const right = live.filter(({ userId, codeHmac }) => isSame(codeHmac, seal(key, { userId, address, purpose }, code)));
  return right[0] && { codeId: right[0].id, userId: right[0].userId };
}

/** Uses a code up, and with it all others of the account and purpose; false when somebody was faster or time is over. */
export async function useCode(tx: Tx, codeId: number): Promise<boolean> {
  const used = await tx
    .updateTable("oneTimeCodes")
    .set({ usedAt: sql<string>`now()` })
    .where("id", "=", codeId)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", sql<string>`now()`)
    .returning(["userId", "purpose"])
    .executeTakeFirst();
  if (!used) return false;
  await tx
    .updateTable("oneTimeCodes")
    .set({ usedAt: sql<string>`now()` })
    .where("userId", "=", used.userId)
    .where("purpose", "=", used.purpose)
    .where("usedAt", "is", null)
    .execute();
  return true;
}

/** Forgets codes a day after their time; returns how many. */
export async function forgetOldCodes(database: Database): Promise<number> {
  const { numDeletedRows } = await database.query
    .deleteFrom("oneTimeCodes")
    .where("expiresAt", "<", sql<string>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function seal(key: Buffer, { userId, address, purpose }: Bound, code: string): Buffer {
  return hmac(key, `${purpose}\n${userId}\n${address}\n${code}`);
}
