import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "pino";

type Options = Omit<RedisOptions, "replyMapping">;

const quietMs = 30_000;

/**
 * A connection for counters, and to say news by: while Redis is away commands fail at once, so that callers fall back
 * instead of waiting; it comes back by itself (security: a fleet degrades and recovers). Throws nothing.
 */
export function openRedis(url: string, log: Logger, { keyPrefix = "" } = {}): Promise<Redis> {
  // A host that is gone without a word: the connection is given up, or each command would wait on it in vain.
  const atOnce = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1_000, socketTimeout: 3_000 };
  return connect(url, log, { ...atOnce, keyPrefix });
}

/**
 * A connection to hear the news of other processes by: it subscribes again once Redis is back. Nothing is sent by it,
 * so that only a ping tells that its host is gone without a word.
 */
export async function openRedisForNews(url: string, log: Logger, { pingMs = 10_000 } = {}): Promise<Redis> {
  const redis = await connect(url, log, { maxRetriesPerRequest: null });
  const timer = setInterval(() => {
    // It may be gone before its first answer; then the ping waits for a connection that has one.
    if (redis.status !== "ready" && redis.status !== "connect") return;
    const late = setTimeout(() => redis.disconnect(true), pingMs / 2);
    const answered = () => clearTimeout(late);
    redis.ping().then(answered, answered);
  }, pingMs).unref();
  redis.once("end", () => clearInterval(timer));
  return redis;
}

async function connect(url: string, log: Logger, options: Options): Promise<Redis> {
  // Most events run without Redis, and need not hold its client in memory.
  const { Redis } = await import("ioredis");
  const usual: Options = {
    connectTimeout: 2_000,
    keepAlive: 10_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  };
  const redis = new Redis(url, { ...usual, ...options });
  let said = Number.NEGATIVE_INFINITY;
  redis.on("error", (error: Error) => {
    if (performance.now() - said < quietMs) return;
    said = performance.now();
    log.warn({ err: error }, "Redis can't be reached");
  });
  return redis;
}
