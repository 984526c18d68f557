import type { Logger } from "pino";
import { Problem } from "../errors/problem.ts";
import { sha256 } from "../process/secrets.ts";
import { consume, day, hashedKey, minute, type OpenCounter, tooMany } from "./counters.ts";
import { networkOf, siteOf } from "./network.ts";

/** A counted try at a password; the count stands unless it is taken back. */
export type PasswordTry = {
  succeeded(): Promise<void>;
  /** Nothing was compared after all. */
  withdrawn(): Promise<void>;
};

export type PasswordTries = {
  /**
   * Counts one try at a password before anything is compared: 10 in 15 minutes, then growing pauses of up to 15
   * minutes, apart for each known device. Where strangers' tries pause an account, a network (or IPv6 site) that tried
   * fewer than five in a day is let through, a hundred times a day for all networks: else a wrong password every few
   * seconds kept the owner out wherever no device is known (0198). Throws `auth.too_many_attempts` (rules §3).
   */
  begin(counter: string, by: { knownDevice: string | null; ip?: string }): Promise<PasswordTry>;
  /** Clears counters, on no known device and on those with these hashes. */
  clear(counters: string[], deviceHashes: Buffer[]): Promise<void>;
};

const maxWrong = 10;
const longestPause = 15 * minute;
/** Tries beside a pause, in a day: of one network, and of all together, which bounds what guessing from many gains. */
const besidePauses = { ofNetwork: 5, ofAll: 100 };

/** Opens the counters of wrong passwords for each account. */
export function openPasswordTries(
  counter: OpenCounter,
  log: Logger,
  maxPause = longestPause,
  beside = besidePauses,
): PasswordTries {
  // Whoever hangs up makes up a name with each try, of which nothing is compared nor counted in the end.
  const wrong = counter("wrong", { points: maxWrong, duration: 15 * minute, isBounded: true });
  const strikes = counter("strikes", { points: 1, duration: day, isBounded: true });
  const pauses = counter("pauses", { points: 1, duration: minute });
  const ofNetwork = counter("wrong-of-network", { points: beside.ofNetwork, duration: day, isBounded: true });
  const clearings = counter("tries-cleared", { points: 1, duration: day });
  const besides = counter("beside-pauses", { points: beside.ofAll, duration: day, isBounded: true });

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
    await Promise.all([wrong, strikes, pauses, besides].map((each) => each.delete(key)));
  }

  async function beginCounted(key: string): Promise<PasswordTry> {
    const { took } = await count(key);
    return {
      succeeded: () => clear(key),
      async withdrawn() {
        await Promise.all([wrong.reward(key), took && strikes.reward(key), took && pauses.delete(key)]);
      },
    };
  }

  /** Strangers' pauses go on whether the try is right or not. */
  async function beginBesidePause(key: string, paused: Problem): Promise<PasswordTry> {
    const { consumedPoints } = await besides.penalty(key);
    if (consumedPoints > besides.points) throw paused;
    const takeBack = async () => void (await besides.reward(key));
    return { succeeded: takeBack, withdrawn: takeBack };
  }

  return {
    async begin(counterName, { knownDevice, ip }) {
      const key = keyOf(counterName, knownDevice === null ? undefined : sha256(knownDevice));
      if (knownDevice !== null || ip === undefined) return beginCounted(key);
      const { consumedPoints: times = 0 } = (await clearings.get(key)) ?? {};
      const here = hashedKey(`${key}, ${times} from ${siteOf(ip) ?? networkOf(ip)}`);
      const { consumedPoints } = await ofNetwork.penalty(here);
      const attempt = await beginCounted(key).catch((error: unknown) => {
        if (!(error instanceof Problem) || consumedPoints > ofNetwork.points) throw error;
        return beginBesidePause(key, error);
      });
      return {
        succeeded: async () => void (await Promise.all([attempt.succeeded(), ofNetwork.delete(here)])),
        withdrawn: async () => void (await Promise.all([attempt.withdrawn(), ofNetwork.reward(here)])),
      };
    },
    async clear(counters, deviceHashes) {
      const devices = [undefined, ...deviceHashes];
      await Promise.all(counters.flatMap((name) => devices.map((device) => clear(keyOf(name, device)))));
      // So that networks begin anew too: whoever forgot the password has spent the own one's tries.
      await Promise.all(counters.map((name) => clearings.penalty(keyOf(name, undefined))));
    },
  };
}

function keyOf(counter: string, deviceHash: Buffer | undefined): string {
  return hashedKey(deviceHash ? `${counter} on ${deviceHash.toString("hex")}` : counter);
}
