import { randomBytes, randomInt } from "node:crypto";
import { extractParams, verifySolution } from "altcha-lib/v1";
import { RateLimiterRes } from "rate-limiter-flexible";
import * as z from "zod/mini";
import { hmac, sha256 } from "../process/secrets.ts";
import { minute, type OpenCounter } from "./counters.ts";

/** What a proof is good for: one call from one network. */
export type Purpose = { call: string; network: string };

export type Challenge = { algorithm: "SHA-256"; challenge: string; maxnumber: number; salt: string; signature: string };

export type Proofs = {
  /** Makes a challenge of a level, for who has solved some in vain before; nothing of it is kept. */
  challenge(purpose: Purpose, level: number, inVain?: number): Promise<Challenge>;
  /**
   * How many were solved in vain before a solution that is right, for this call and network, hard enough and sent for
   * the first time; null where it isn't.
   */
  spend(proof: string, purpose: Purpose, minLevel: number): Promise<{ inVain: number } | null>;
};

/**
 * The most hashes that a level takes, half of them on average. The solver in a cheap phone's browser makes about
 * 100,000 a second, so the first level takes 0.3 s at most and the last one 2 s (rules §3).
 */
export const levels = [30_000, 60_000, 100_000, 150_000, 200_000] as const;
const goodFor = 5 * minute;
/** A challenge says its level and ten times how many were solved in vain, up to nine: so it stays one block. */
const ofInVain = 10;

const Solution = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string().check(z.maxLength(100)),
  number: z.int(),
  salt: z.string().check(z.maxLength(100)),
  signature: z.string().check(z.maxLength(100)),
});

/**
 * Opens ALTCHA's proofs of work; a spent one is remembered while it could be sent again, in Redis where there is one.
 * Challenges are made here: the library's take two jobs of the threads that hash passwords and six times the processor
 * time, and a crowd is refused by thousands of them (security: row 21; 0152).
 */
export function openProofs(key: Buffer, counter: OpenCounter): Proofs {
  const spent = counter("proofs", { points: 1, duration: goodFor });
  const hmacKey = key.toString("hex");
  const signingKey = Buffer.from(hmacKey);
  // Short: with its number a salt fits into one block of the hash.
  const boundTo = ({ call, network }: Purpose) => hmac(key, `${call}\n${network}`).toString("base64url").slice(0, 8);

  return {
    async challenge(purpose, level, inVain = 0) {
      const maxnumber = levels[level] ?? levels[0];
      const expires = Math.floor(Date.now() / 1000) + goodFor;
      const salt = `${randomBytes(6).toString("hex")}?c=${boundTo(purpose)}&d=${level + ofInVain * Math.min(9, inVain)}&expires=${expires}&`;
      const challenge = sha256(salt + randomInt(maxnumber)).toString("hex");
      return {
        algorithm: "SHA-256",
        challenge,
        maxnumber,
        salt,
        signature: hmac(signingKey, challenge).toString("hex"),
      };
    },
    async spend(proof, purpose, minLevel) {
      const solution = read(proof);
      if (!solution) return null;
      const { c, d } = extractParams(solution);
      if (c !== boundTo(purpose) || !(Number(d) % ofInVain >= minLevel)) return null;
      if (!(await verifySolution(solution, hmacKey))) return null;
      return spent.consume(solution.signature).then(
        () => ({ inVain: Math.floor(Number(d) / ofInVain) }),
        (error: unknown) => {
          if (error instanceof RateLimiterRes) return null;
          throw error;
        },
      );
    },
  };
}

function read(proof: string) {
  try {
    return Solution.safeParse(JSON.parse(Buffer.from(proof, "base64").toString())).data;
  } catch {
    return undefined;
  }
}
