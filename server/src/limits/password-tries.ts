import type { Logger } from "pino";
import { sha256 } from "../process/secrets.ts";
import { consume, day, hashedKey, minute, type OpenCounter, tooMany } from "./counters.ts";

/** A counted try at a password; the count stands unless it is taken back. */
export type PasswordTry = {
  succeeded(): Promise<void>;
  /** Nothing was compared after all. */
  withdrawn(): Promise<void>;
};

export type PasswordTries = {
  /**
   * Counts one try at a password before anything is compared: 10 in 15 minutes, then growing pauses of up to 15
   * minutes, apart for each known device. Throws `auth.too_many_attempts` (rules §3).
   */
  begin(counter: string, knownDevice: string | null): Promise<PasswordTry>;
  /** Clears counters, on no known device and on those with these hashes. */
  clear(counters: string[], deviceHashes: Buffer[]): Promise<void>;
};

const maxWrong = 10;
const longestPause = 15 * minute;

/** Opens the counters of wrong passwords for each account. */
export function openPasswordTries(counter: OpenCounter, log: Logger, maxPause = longestPause): PasswordTries {
  const wrong = counter("wrong", { points: maxWrong, duration: 15 * minute });
  const strikes = counter("strikes", { points: 1, duration: day });
  const pauses = counter("pauses", { points: 1, duration: minute });

  /**
   * Counts first, so that parallel tries can't outrun the count; from the tenth on only one is let through, and takes
   * the next pause.
   */
  async function count(key: string): Promise<{ took: boolean }> {
    const pause = await pauses.get(key);
    if (pause && pause.consumedPoints > 0) throw tooMany("auth.too_many_attempts", pause);
    const { consumedPoints } = await wrong.penalty(key);
    if (consumedPoints < maxWrong) return { took: false };
    const strike = (await strikes.get(key))?.consumedPoints ?? 0;
    const customDuration = Math.min(minute * 2 ** strike, maxPause);
    await consume(pauses, key, "auth.too_many_attempts", { customDuration });
    await strikes.penalty(key);
    log.warn({ seconds: customDuration }, "an account's sign-in pauses after wrong tries");
    return { took: true };
  }

  async function clear(key: string): Promise<void> {
    await Promise.all([wrong.delete(key), strikes.delete(key), pauses.delete(key)]);
  }

  return {
    async begin(counterName, knownDevice) {
      const key = keyOf(counterName, knownDevice === null ? undefined : sha256(knownDevice));
      const { took } = await count(key);
      return {
        succeeded: () => clear(key),
        async withdrawn() {
          await Promise.all([wrong.reward(key), took && strikes.reward(key), took && pauses.delete(key)]);
        },
      };
    },
    async clear(counters, deviceHashes) {
      const devices = [undefined, ...deviceHashes];
      await Promise.all(counters.flatMap((name) => devices.map((device) => clear(keyOf(name, device)))));
    },
  };
}

function keyOf(counter: string, deviceHash: Buffer | undefined): string {
  return hashedKey(deviceHash ? `${counter} on ${deviceHash.toString("hex")}` : counter);
}
