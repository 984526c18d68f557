import { createHash } from "node:crypto";
import type { Endpoint } from "@saha/contract";
import type { FastifyRequest } from "fastify";
import { type Compilable, sql } from "kysely";
import { recordedBefore } from "../database/audit.ts";
import type { Database, Tx } from "../database/database.ts";
import { deleteInParts } from "../database/delete-in-parts.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import { hmac } from "../process/secrets.ts";
import type { Call, Effect, ServingCore } from "./call.ts";

/**
 * Carries an effect out once per user and `Idempotency-Key`: the same call and body gets the first success again for
 * 24 hours, refusals are judged anew. A picture counts by its bytes, and the one that came with a repetition goes.
 * Throws `idempotency.mismatch` for another call or body under the key and `idempotency.running` while the first one
 * still runs (rules §1).
 */
export async function runIdempotent(
  { database, keys, pictures }: Pick<ServingCore, "database" | "keys" | "pictures">,
  request: FastifyRequest,
  endpoint: Endpoint,
  how: Effect<Endpoint>,
  call: Call<Endpoint>,
): Promise<unknown> {
  const effect = typeof how === "function" ? how : how.effect;
  const { keep, answer } = typeof how === "function" ? { keep: asItIs, answer: asItIs } : how;
  const key = keyOf(request);
  const outcome = await database
    .transact(async (tx) => {
      if (key === undefined || !call.actor) return effect(tx, call);
      const name = `${endpoint.method} ${endpoint.path}`;
      // Under a key, because a short code is short enough to be guessed from a bare hash.
      const bodyHash = hmac(keys.sentBody, JSON.stringify([request.params, sentBody(request)]));
      const earlier = await claim(tx, call.actor.id, key);
      if (earlier) {
        if (earlier.call !== name || !earlier.bodyHash.equals(bodyHash)) throw new Problem("idempotency.mismatch");
        throw new Repeated(earlier.kept);
      }
      const result = await effect(tx, call);
      if (!(result instanceof Problem)) {
        const kept = JSON.stringify(keep(result));
        tx.last(storeAnswer, { userId: call.actor.id, key, call: name, bodyHash, kept });
      }
      return result;
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof Repeated)) throw error;
      recordedBefore();
      await pictures.release(request.taken?.uploads.map(({ path }) => path) ?? []);
      return error.kept;
    });
  if (outcome instanceof Problem) throw outcome;
  return answer(outcome);
}

const asItIs = (result: unknown) => result;

/** Rolls a repeated call's transaction back: its effect was audited when it was made, and not again (0163). */
class Repeated extends Error {
  readonly kept: unknown;
  constructor(kept: unknown) {
    super("The call has had its effect");
    this.kept = kept;
  }
}

/** The body as it is the same for the same press: the path of a picture is made anew for each request (0193). */
function sentBody({ body, taken }: FastifyRequest): unknown {
  if (!taken) return body;
  return { ...(body as object), ...Object.fromEntries(taken.uploads.map(({ field, hash }) => [field, hash])) };
}

/** Letters that are kept of a key: more than any client of ours sends. */
const keptLetters = 64;

/**
 * Reads the key. Of a longer one its hash is kept: 255 letters of two bytes each, in the row and in its index, were
 * half of what own accounts wrote that took and gave back tickets, 1 MB a second.
 */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key.length < 1 || key.length > 255) throw new Problem("idempotency.invalid");
  return key.length > keptLetters ? createHash("sha256").update(key).digest("base64url") : key;
}

type Earlier = { call: string; bodyHash: Buffer; kept: unknown };

/** Holds the key until the transaction ends, and finds what an earlier request kept under it. */
async function claim(tx: Tx, userId: number, key: string): Promise<Earlier | undefined> {
  const [claimed] = await tx.run(claimKey, { userId, key });
  if (!claimed?.isFree) throw new Problem("idempotency.running", { retryAfter: 1 });
  return claimed.call === null ? undefined : claimed;
}

type Claimed = { isFree: boolean } & (Earlier | { call: null });

function claimKey(query: Query, { userId, key }: Given<{ userId: number; key: string }>): Compilable<Claimed> {
  const claimed = sql<Claimed>`select * from claim_idempotency_key(${userId}, ${key})`;
  return { compile: () => claimed.compile(query) };
}

type Stored = { userId: number; key: string; call: string; bodyHash: Buffer; kept: string };

function storeAnswer(query: Query, { userId, key, ...row }: Given<Stored>) {
  return query
    .insertInto("idempotencyKeys")
    .values({ userId, key, ...row })
    .onConflict((conflict) => conflict.columns(["userId", "key"]).doUpdateSet({ ...row, createdAt: sql`now()` }));
}

/** Forgets keys older than 24 hours; returns how many (rules §1). */
export function forgetOldKeys(database: Database): Promise<number> {
  return deleteInParts(database, "idempotencyKeys", sql`created_at < now() - interval '24 hours'`);
}
