import type { ProblemCode } from "@saha/contract";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../errors/problem.ts";

/** What one account may do how often. */
export type QuotaOptions = {
  name: string;
  points: number;
  /** Seconds. */
  duration: number;
  /** The refusal beyond it, with `Retry-After`. */
  code: ProblemCode;
};

export type Quota = {
  /**
   * Does something that costs one use when it ends as `isSpent` says: with a result, or with the code of a refusal. The
   * use is counted before and given back after, so that parallel ones can't outrun the count. Throws the quota's
   * refusal.
   */
  spend<T>(key: number, work: () => Promise<T>, isSpent: (code: ProblemCode | undefined) => boolean): Promise<T>;
};

/**
 * Opens a quota in memory; with Redis it is shared by all processes, and in memory again while Redis is away (rules
 * §3).
 */
export function openQuota(redis: Redis | undefined, { name, points, duration, code }: QuotaOptions): Quota {
  const options = { keyPrefix: `saha:quota-${name}`, points, duration };
  const inMemory = new RateLimiterMemory(options);
  const counter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: inMemory })
    : inMemory;
  return {
    async spend(key, work, isSpent) {
      await counter.consume(key).catch((error: unknown) => {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new Problem(code, { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
      });
      try {
        const result = await work();
        if (!isSpent(undefined)) await counter.reward(key);
        return result;
      } catch (error) {
        if (!isSpent(error instanceof Problem ? error.code : undefined)) await counter.reward(key);
        throw error;
      }
    },
  };
}
