import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { hmac, isSame } from "../../process/secrets.ts";

export type Purpose = "verification" | "recovery";
/** What a code is good for alone. */
type Bound = { userId: number; address: string; purpose: Purpose; deviceHash: Buffer };

const maxAttempts = 5;
/** Guesses from other devices that are compared with a code; beyond, a right one is told nothing either. */
const maxForeignAttempts = 20;
const minutes = 10;

/** Two spellings of one mail address are the same (rules §3). */
export function foldAddress(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Makes one more code of 6 digits for an account, an address, a purpose and the device that asked, good for 10 minutes;
 * the earlier ones stay good. Only its HMAC is kept, so the answer is the one time that it is known (rules §3).
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

type Guess = {
  address: string;
  purpose: Purpose;
  code: string;
  deviceHash: Buffer;
  /** Who is signed in; the own codes are good on any device. */
  userId?: number | undefined;
};
type Guessed = { codeId: number; userId: number } | "elsewhere" | undefined;

/**
 * Finds whose code was typed. One guess is counted on every live code of the address and purpose, and committed, before
 * anything is compared. A code that was guessed at 5 times on its own device, or by its own account, is dead; guesses
 * from elsewhere never end it, they only learn, 20 at most, that a right code was asked for on another device.
 * `useCode` must follow (rules §3).
 */
export async function guessCode(
  database: Database,
  key: Buffer,
  { address, purpose, code, deviceHash, userId }: Guess,
): Promise<Guessed> {
  const isOwn = sql<boolean>`(device_hash = ${deviceHash} or user_id = ${userId ?? 0})`;
  const live = await database.transact(async (tx) => {
    // Without waiting for the disk, which would tell by the time whether an address has codes.
    await sql`set local synchronous_commit = off`.execute(tx);
    return tx
      .updateTable("oneTimeCodes")
      .set({
        attempts: sql`attempts + ${isOwn}::int`,
        foreignAttempts: sql`foreign_attempts + (not ${isOwn})::int`,
      })
      .where("address", "=", address)
      .where("purpose", "=", purpose)
      .where("usedAt", "is", null)
      .where("expiresAt", ">", sql<string>`now()`)
      .where("attempts", "<", maxAttempts)
      .where(({ or, eb }) => or([isOwn, eb("foreignAttempts", "<", maxForeignAttempts)]))
      .returning(["id", "userId", "deviceHash", "codeHmac", isOwn.as("isOwn")])
      .execute();
  });
  const right = live.filter((row) => isSame(row.codeHmac, seal(key, { ...row, address, purpose }, code)));
  const own = right.find((row) => row.isOwn);
  if (own) return { codeId: own.id, userId: own.userId };
  return right.length > 0 ? "elsewhere" : undefined;
}

/**
 * Uses a code up, and with it all others of the account and purpose; false when somebody was faster or time is over.
 */
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

function seal(key: Buffer, { userId, address, purpose, deviceHash }: Bound, code: string): Buffer {
  return hmac(key, `${purpose}\n${userId}\n${address}\n${deviceHash.toString("hex")}\n${code}`);
}
