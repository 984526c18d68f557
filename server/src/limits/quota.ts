import type { ProblemCode } from "@saha/contract";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../errors/problem.ts";
import { openCounters } from "./counters.ts";

/** What one key, such as an account, may do how often. */
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
   * Does something that costs one use when it ends as `isSpent` says: with a result, or with the code of a refusal,
   * `server.failed` where the database failed. The use is counted before and given back after, so that parallel ones
   * can't outrun the count. Throws the quota's refusal.
   */
  spend<T>(
    key: number | string,
    work: () => Promise<T>,
    isSpent: (code: ProblemCode | undefined) => boolean,
  ): Promise<T>;
  /** Forgets what was spent. */
  clear(key: number): Promise<void>;
};

/** What staff may do how often: `points` on a device, by its session, and ten times as often with their account. */
export type StaffQuota = {
  spend<T>(
    actor: { id: number; sessionId: number },
    work: () => Promise<T>,
    isSpent: (code: ProblemCode | undefined) => boolean,
  ): Promise<T>;
};

/** Opens a quota; with Redis it is shared by all processes (rules §3). */
export function openQuota(redis: Redis | undefined, { name, points, duration, code }: QuotaOptions): Quota {
  const counter = openCounters(redis)(`quota-${name}`, { points, duration });
  return {
    clear: async (key) => void (await counter.delete(key)),
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
        if (!isSpent(error instanceof Problem ? error.code : "server.failed")) await counter.reward(key);
        throw error;
      }
    },
  };
}

/**
 * Opens the quotas that go by account alone. Who held somebody's session for a moment could use them up and keep the
 * owner out for an hour after having been thrown out: what was spent is forgotten where staff set the password, and
 * where the owner throws others out, the latter once an hour, or everybody would lift the own limits by changing the
 * password over and over. `further` is what else counts by account (decision 0177).
 */
export function openAccountQuotas(openQuota: (options: QuotaOptions) => Quota, further: Pick<Quota, "clear">[] = []) {
  const opened = [...further];
  const remedies = openQuota({ name: "remedies", points: 1, duration: 3600, code: "request.too_many" });
  const clear = async (userId: number) => void (await Promise.all(opened.map((quota) => quota.clear(userId))));
  return {
    /** Opens one; its keys are ids of accounts. */
    open(options: QuotaOptions): Quota {
      const quota = openQuota(options);
      opened.push(quota);
      return quota;
    },
    clear,
    /** Clears them for the owner, who has just thrown others out; a second time within the hour does nothing. */
    async clearByOwner(userId: number): Promise<void> {
      await remedies
        .spend(
          userId,
          () => clear(userId),
          () => true,
        )
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
        });
    },
  };
}

export type AccountQuotas = ReturnType<typeof openAccountQuotas>;

/** Devices that share an account of the staff, as the gates and games of an evening do. */
const devicesOfAccount = 10;

/**
 * Opens the quotas of staff, who share accounts on many devices: whoever stole one uses up the own session's, and stops
 * nobody else's work; what was spent with the account is forgotten when its password is set anew, or the honest ones
 * would wait out what the thief spent (decision 0166).
 */
export function openStaffQuotas(openQuota: (options: QuotaOptions) => Quota) {
  const ofAccounts: Quota[] = [];
  return {
    open(options: QuotaOptions): StaffQuota {
      const ofSession = openQuota({ ...options, name: `${options.name}-session` });
      const ofAccount = openQuota({ ...options, points: options.points * devicesOfAccount });
      ofAccounts.push(ofAccount);
      return {
        spend: ({ id, sessionId }, work, isSpent) =>
          ofSession.spend(sessionId, () => ofAccount.spend(id, work, isSpent), isSpent),
      };
    },
    async clear(userId: number): Promise<void> {
      await Promise.all(ofAccounts.map((quota) => quota.clear(userId)));
    },
  };
}

export type StaffQuotas = ReturnType<typeof openStaffQuotas>;
