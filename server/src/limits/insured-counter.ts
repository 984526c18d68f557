import type { Redis } from "ioredis";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { CounterTable } from "./counter-table.ts";
import type { MemoryCounter } from "./memory-counter.ts";

type Options = { keyPrefix: string; points: number; duration: number };

/**
 * The library's, which would also take back what isn't there; the error has memory take it back. A key of which nothing
 * is left goes: sign-ins that hung up left two each for a day.
 */
const increment = `
if tonumber(ARGV[1]) < 0 and tonumber(redis.call('get', KEYS[1]) or 0) < -tonumber(ARGV[1]) then
  return redis.error_reply('nothing to take back')
end
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local left, ttl = redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1])
if left == 0 then redis.call('del', KEYS[1]) end
return {left, ttl}
`;

/**
 * Counts in Redis, and in memory whatever Redis does not take. The library decides so call by call; but a Redis whose
 * disk or memory is full, or that has become a replica, answers readings and refuses to write. So a reading takes the
 * larger of both counts, a deletion is of both, and a point is taken back where one is, in Redis first: else what is
 * counted is never read, and what is right is never forgiven (decision 0043).
 */
export class InsuredCounter extends RateLimiterRedis {
  readonly #memory: MemoryCounter | CounterTable;

  constructor(redis: Redis, memory: MemoryCounter | CounterTable, options: Options) {
    super({ ...options, storeClient: redis, insuranceLimiter: memory, customIncrTtlLuaScript: increment });
    this.#memory = memory;
  }

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    const [inRedis, inMemory] = await Promise.all([super.get(key), this.#memory.get(key)]);
    return inMemory && inMemory.consumedPoints > (inRedis?.consumedPoints ?? 0) ? inMemory : inRedis;
  }

  override async delete(key: string | number): Promise<boolean> {
    const deleted = await Promise.all([super.delete(key), this.#memory.delete(key)]);
    return deleted.includes(true);
  }
}
