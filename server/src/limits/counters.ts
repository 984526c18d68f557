import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../errors/problem.ts";
import { sha256 } from "../process/secrets.ts";
import { CounterTable } from "./counter-table.ts";
import { InsuredCounter } from "./insured-counter.ts";
import { MemoryCounter } from "./memory-counter.ts";

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

export type Counter = MemoryCounter | CounterTable | InsuredCounter;
/** `isBounded` where whoever asks makes the keys up: in memory the counter is then a table of fixed size (0180). */
export type Limit = { points: number; duration: number; isBounded?: boolean };
/** Makes a named counter of so many points in so many seconds. */
export type OpenCounter = (name: string, limit: Limit) => Counter;

/**
 * Makes counters in memory; with Redis shared by all processes, and in memory again while Redis is away or refuses to
 * write (rules §3).
 */
export function openCounters(redis: Redis | undefined): OpenCounter {
  return (name, { points, duration, isBounded = false }) => {
    const options = { keyPrefix: `saha:${name}`, points, duration };
    const inMemory = isBounded ? new CounterTable(options) : new MemoryCounter(options);
    return redis ? new InsuredCounter(redis, inMemory, options) : inMemory;
  };
}

type Refusing = "auth.too_many_attempts" | "auth.too_many_codes" | "request.too_many";

/** Takes one point of a key; throws the refusal, with how long to wait, when none is left. */
export async function consume(counter: Counter, key: string, code: Refusing, options = {}): Promise<void> {
  try {
    await counter.consume(key, 1, options);
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(code, error) : error;
  }
}

export function tooMany(code: Refusing, { msBeforeNext }: RateLimiterRes): Problem {
  return new Problem(code, { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** Hashes a counter's key: what somebody typed may be long, and is nobody's business in a shared store. */
export function hashedKey(key: string): string {
  return sha256(key).toString("base64url");
}
