import { AsyncLocalStorage } from "node:async_hooks";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Calls a function outside of any request. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Counts in memory that grows with its keys. The library sets a timer for each, which would hold what the request is
 * carried out with, its head and socket too, for as long as the key lasts: 127 KB an account that used its quotas. A
 * point is taken back only while its key has one: after its time, or once it was cleared, the library would count below
 * 0, and so give as many away in the next window.
 */
export class MemoryCounter extends RateLimiterMemory {
  override consume(...of: Parameters<RateLimiterMemory["consume"]>): Promise<RateLimiterRes> {
    return outside(() => super.consume(...of));
  }

  override penalty(...of: Parameters<RateLimiterMemory["penalty"]>): Promise<RateLimiterRes> {
    return outside(() => super.penalty(...of));
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    const counted = await this.get(key);
    if (!counted || counted.consumedPoints < points) return counted ?? nothingOf(this);
    const left = await outside(() => super.reward(key, points));
    // Another one took it back meanwhile.
    return left.consumedPoints < 0 ? this.penalty(key, points) : left;
  }
}

/** What a key has counted that nobody has used. */
export function nothingOf({ points }: { points: number }): RateLimiterRes {
  return new RateLimiterRes(points, 0, 0, false);
}
