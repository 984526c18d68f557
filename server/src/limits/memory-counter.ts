import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/**
 * Counts in memory that grows with its keys. A point is taken back only while its key has one: after its time, or once
 * it was cleared, the library would count below 0, and so give as many away in the next window.
 */
export class MemoryCounter extends RateLimiterMemory {
  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    const counted = await this.get(key);
    if (!counted || counted.consumedPoints < points) return counted ?? nothingOf(this);
    const left = await super.reward(key, points);
    // Another one took it back meanwhile.
    return left.consumedPoints < 0 ? super.penalty(key, points) : left;
  }
}

/** What a key has counted that nobody has used. */
export function nothingOf({ points }: { points: number }): RateLimiterRes {
  return new RateLimiterRes(points, 0, 0, false);
}
