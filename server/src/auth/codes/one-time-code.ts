import { randomInt } from "node:crypto";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import { deleteInParts } from "../../database/delete-in-parts.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import type { Schema } from "../../database/schema.ts";
import { hmac, isSame } from "../../process/secrets.ts";

export type Purpose = "verification" | "recovery";
/** What a code is good for alone. */
type Bound = { userId: number; address: string; purpose: Purpose; deviceHash: Buffer };

/** Guesses that are compared with a code, from wherever: being told that a code is right elsewhere is a hit too. */
const maxAttempts = 5;
/** Of these from other devices; the rest is left to its own, whatever strangers guess. */
const maxForeignAttempts = 3;
/** Codes that a guess is counted on: the own first, then the newest; anybody has hundreds made for an address. */
const maxCompared = 40;
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
type Guesser = Omit<Guess, "code">;

/**
 * Opens what tells whether a live code is of the device or the account that guesses: nobody else's guess can be right.
 * It is read before a guess waits for the others at its address, so all who ask during one reading share the next.
 */
export function ownCodeFinder(query: Database["query"]): (guesser: Guesser) => Promise<boolean> {
  const find = batchLoad(
    async (keys: string[]) => {
      const asked = keys.map((key) => JSON.parse(key) as Omit<Guesser, "deviceHash"> & { device: string });
      const { rows } = await sql<{ n: number }>`
        select n from unnest(
          ${asked.map(({ address }) => address)}::text[],
          ${asked.map(({ purpose }) => purpose)}::text[],
          ${asked.map(({ device }) => Buffer.from(device, "hex"))}::bytea[],
          ${asked.map(({ userId }) => userId ?? 0)}::int[]
        ) with ordinality as asked (address, purpose, device, user_id, n)
        cross join lateral (
          select from one_time_codes as code
          where code.address = asked.address and code.purpose = asked.purpose
            and used_at is null and expires_at > now() and attempts + foreign_attempts < ${sql.lit(maxAttempts)}
            and (device_hash = device or code.user_id = asked.user_id)
          limit 1
        ) as own`.execute(query);
      const own = new Set(rows.map(({ n }) => n));
      return new Map(keys.map((key, n) => [key, own.has(n + 1)]));
    },
    { oneAtATime: true },
  );
  return async ({ address, purpose, deviceHash, userId }) =>
    (await find(JSON.stringify({ address, purpose, device: deviceHash.toString("hex"), userId }))) ?? false;
}

type Guessed = { codeId: number; userId: number } | "elsewhere" | undefined;

/**
 * Finds whose code was typed. One guess is counted on each live code that it is compared with, and committed, before
 * anything is. The codes are locked in their order, or parallel guesses wait for each other in a ring. A code that was
 * guessed at 5 times is dead. Guesses from elsewhere than its own device or account never end it: 3 at most are
 * compared, and learn that a right code was asked for on another device. `useCode` must follow (rules §3; 0080).
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
    const isLive = ({ and, or, eb }: ExpressionBuilder<Schema, "oneTimeCodes">) =>
      and([
        eb("usedAt", "is", null),
        eb("expiresAt", ">", sql<string>`now()`),
        eb(sql<number>`attempts + foreign_attempts`, "<", maxAttempts),
        or([isOwn, eb("foreignAttempts", "<", maxForeignAttempts)]),
      ]);
    const compared = await tx
      .selectFrom("oneTimeCodes")
      .select("id")
      .where("address", "=", address)
      .where("purpose", "=", purpose)
      .where(isLive)
      .orderBy(isOwn, "desc")
      .orderBy("id", "desc")
      .limit(maxCompared)
      .execute();
    const ids = compared.map(({ id }) => id);
    if (ids.length === 0) return [];
    await tx.selectFrom("oneTimeCodes").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
    return tx
      .updateTable("oneTimeCodes")
      .set({
        attempts: sql`attempts + ${isOwn}::int`,
        foreignAttempts: sql`foreign_attempts + (not ${isOwn})::int`,
      })
      .where("id", "in", ids)
      .where(isLive)
      .returning(["id", "userId", "deviceHash", "codeHmac", isOwn.as("isOwn")])
      .execute();
  });
  const right = live.filter((row) => isSame(row.codeHmac, seal(key, { ...row, address, purpose }, code)));
  const own = right.find((row) => row.isOwn);
  if (own) return { codeId: own.id, userId: own.userId };
  return right.length > 0 ? "elsewhere" : undefined;
}

/** Takes back the guess of a right code that nothing came of, as where the new password was refused. */
export async function takeBackGuess({ query }: Database, codeId: number): Promise<void> {
  await query
    .updateTable("oneTimeCodes")
    .set({ attempts: sql`attempts - 1` })
    .where("id", "=", codeId)
    .where("attempts", ">", 0)
    .execute();
}

/**
 * Uses a code up, and with it all others of the account and purpose; false when somebody was faster or time is over.
 */
export async function useCode(tx: Tx, codeId: number): Promise<boolean> {
  const code = await tx
    .selectFrom("oneTimeCodes")
    .select(["userId", "purpose"])
    .where("id", "=", codeId)
    .executeTakeFirst();
  if (!code) return false;
  const live = await lockCodes(tx, code.userId);
  if (!live.some(({ id, isOver }) => id === codeId && !isOver)) return false;
  await useUp(
    tx,
    live.filter(({ purpose }) => purpose === code.purpose),
  );
  return true;
}

/** Uses up all codes of an account. */
export async function useAllCodes(tx: Tx, userId: number): Promise<void> {
  await useUp(tx, await lockCodes(tx, userId));
}

/** Locks the codes of an account that nobody has used, in the order in which guesses do. */
function lockCodes(tx: Tx, userId: number) {
  return tx
    .selectFrom("oneTimeCodes")
    .select(["id", "purpose", sql<boolean>`expires_at <= now()`.as("isOver")])
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
}

async function useUp(tx: Tx, codes: { id: number }[]): Promise<void> {
  if (codes.length === 0) return;
  const ids = codes.map(({ id }) => id);
  await tx.updateTable("oneTimeCodes").set({ usedAt: sql<string>`now()` }).where("id", "in", ids).execute();
}

/** Forgets codes a day after their time; returns how many. */
export function forgetOldCodes(database: Database): Promise<number> {
  return deleteInParts(database, "oneTimeCodes", sql`expires_at < now() - interval '1 day'`);
}

function seal(key: Buffer, { userId, address, purpose, deviceHash }: Bound, code: string): Buffer {
  return hmac(key, `${purpose}\n${userId}\n${address}\n${deviceHash.toString("hex")}\n${code}`);
}
