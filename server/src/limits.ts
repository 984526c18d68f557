import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "./problem.ts";
import type { Redis } from "./redis.ts";
import { sha256 } from "./secrets.ts";

/** Where a try comes from. `knownDevice` is the key of a device that has signed in on that very account before. */
export type From = { ip: string; knownDevice: string | null };

/** A try at a secret that has been counted already, before anything was compared. */
export type Try = {
  succeeded(): Promise<void>;
  failed(): Promise<void>;
  /** Nothing was compared after all. */
  withdrawn(): Promise<void>;
};

export type Limits = {
  /**
   * Counts one try at an account's password: 10 in 15 minutes, then growing pauses, apart for each known device; and by
   * address, failures only, known devices exempt. Throws `auth.too_many_attempts` (rules §3).
   */
  trySecret(account: string, from: From): Promise<Try>;
  /** Lets one guess at a mailed code through, by address alone. Throws `auth.too_many_attempts`. */
  tryCode(ip: string): Promise<Pick<Try, "failed">>;
  /** Counts one mail with a code: one a minute, 5 an hour, 20 a day per typed address and purpose. Throws `auth.too_many_codes`. */
  askForCode(address: string, purpose: string): Promise<void>;
  /** Counts one registration from an address of the network. Throws `request.too_many`. */
  register(ip: string): Promise<void>;
  /** Whether an address of the network is still let into a handshake; only refused ones count (security: row 12). */
  handshake: { admits(ip: string): Promise<boolean>; refused(ip: string): Promise<void> };
  /** Takes one of the places that an address of the network has here for sockets without a session, until it is given back; undefined when all are taken. */
  watch(ip: string): (() => void) | undefined;
};

const minute = 60;
const mostWrong = 10;
const wrongWindow = 15 * minute;
const strikesWindow = 24 * 60 * minute;
const longestPause = 60 * minute;
/** Above what a full venue behind one address does. */
const venue = { points: 3000, duration: 5 * minute };
const codeRequests = [
  { points: 1, duration: minute },
  { points: 5, duration: 60 * minute },
  { points: 20, duration: 24 * 60 * minute },
];

/** Counters in memory; with Redis shared by all processes, and in memory again while Redis is away (rules §3). */
export function openLimits(redis: Redis | undefined, log: Logger): Limits {
  const counter = (keyPrefix: string, { points, duration }: { points: number; duration: number }) => {
    const options = { keyPrefix: `saha:${keyPrefix}`, points, duration };
    const inMemory = new RateLimiterMemory(options);
    if (!redis) return inMemory;
    return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: inMemory });
  };
  const wrong = counter("wrong", { points: mostWrong, duration: wrongWindow });
  const strikes = counter("strikes", { points: 1, duration: strikesWindow });
  const pauses = counter("pauses", { points: 1, duration: minute });
  const failures = counter("failures", venue);
  const registrations = counter("registrations", venue);
  const handshakes = counter("handshakes", venue);
  const watchers = new Map<string, number>();
  const codes = codeRequests.map((limit, index) => counter(`codes-${index}`, limit));

  /** Counts first, so that parallel tries can't outrun the count; from the tenth on only one is let through, and takes the next pause. */
  async function count(key: string): Promise<{ took: boolean }> {
    const pause = await pauses.get(key);
    if (pause && pause.consumedPoints > 0) throw tooMany("auth.too_many_attempts", pause);
    const { consumedPoints } = await wrong.penalty(key);
    if (consumedPoints < mostWrong) return { took: false };
    const strike = (await strikes.get(key))?.consumedPoints ?? 0;
    const customDuration = Math.min(minute * 2 ** strike, longestPause);
    await consume(pauses, key, "auth.too_many_attempts", { customDuration });
    await strikes.penalty(key);
    log.warn({ seconds: customDuration }, "an account's sign-in pauses after wrong tries");
    return { took: true };
  }

  async function refuseFull(ip: string): Promise<void> {
    const known = await failures.get(network(ip));
    if (known && known.consumedPoints >= venue.points) throw tooMany("auth.too_many_attempts", known);
  }

  return {
    async trySecret(account, { ip, knownDevice }) {
      const key = short(knownDevice ? `${account} on ${knownDevice}` : account);
      if (!knownDevice) await refuseFull(ip);
      const { took } = await count(key);
      return {
        async succeeded() {
          await Promise.all([wrong.delete(key), strikes.delete(key), pauses.delete(key)]);
        },
        async failed() {
          if (!knownDevice) await failures.penalty(network(ip));
        },
        async withdrawn() {
          await Promise.all([wrong.reward(key), took && strikes.reward(key), took && pauses.delete(key)]);
        },
      };
    },
    async tryCode(ip) {
      await refuseFull(ip);
      return { failed: async () => void (await failures.penalty(network(ip))) };
    },
    async askForCode(address, purpose) {
      const key = short(`${purpose} ${address}`);
      for (const limit of codes) await consume(limit, key, "auth.too_many_codes");
    },
    register: (ip) => consume(registrations, network(ip), "request.too_many"),
    handshake: {
      admits: async (ip) => ((await handshakes.get(network(ip)))?.consumedPoints ?? 0) < venue.points,
      refused: async (ip) => void (await handshakes.penalty(network(ip))),
    },
    watch(ip) {
      const key = network(ip);
      const taken = watchers.get(key) ?? 0;
      if (taken >= venue.points) return undefined;
      watchers.set(key, taken + 1);
      return () => {
        const left = (watchers.get(key) ?? 1) - 1;
        if (left > 0) watchers.set(key, left);
        else watchers.delete(key);
      };
    },
  };
}

type Refusing = "auth.too_many_attempts" | "auth.too_many_codes" | "request.too_many";
type Counter = RateLimiterMemory | RateLimiterRedis;

async function consume(counter: Counter, key: string, code: Refusing, options = {}): Promise<void> {
  try {
    await counter.consume(key, 1, options);
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(code, error) : error;
  }
}

function tooMany(code: Refusing, { msBeforeNext }: RateLimiterRes): Problem {
  return new Problem(code, { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** What somebody typed may be long, and is nobody's business in a shared store. */
function short(key: string): string {
  return sha256(key).toString("base64url");
}

/** One household or venue: an IPv4 address, or the first 64 bits of an IPv6 one. */
function network(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(":")) return mapped ?? ip;
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
