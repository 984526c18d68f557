import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLog } from "../process/logging.ts";
import { sha256 } from "../process/secrets.ts";
import { openCounters } from "./counters.ts";
import { openPasswordTries } from "./password-tries.ts";

const minutes = 60_000;
const open = (maxPause?: number) =>
  openPasswordTries(openCounters(undefined), openLog({ logLevel: "silent" }), maxPause);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Guesses as fast as the pauses let a stranger, for so long; answers with the pauses in seconds. */
async function attack(tries: ReturnType<typeof open>, ms: number): Promise<number[]> {
  const pauses: number[] = [];
  for (const until = Date.now() + ms; Date.now() < until; ) {
    const wait = await tries.begin("account 1", null).then(
      () => 0,
      (problem: { retryAfter: number }) => problem.retryAfter,
    );
    if (wait === 0) continue;
    pauses.push(wait);
    vi.advanceTimersByTime(wait * 1000);
  }
  return pauses;
}

describe("a day of wrong passwords", () => {
  test("pauses an account for fifteen minutes at most, growing from one", async () => {
    const pauses = await attack(open(), 24 * 60 * minutes);
    expect(pauses.slice(0, 5)).toEqual([60, 120, 240, 480, 900]);
    expect(Math.max(...pauses)).toBe(900);
  });

  test("would lock an account out for hours without the cap (broken twin)", async () => {
    const pauses = await attack(open(24 * 3600), 24 * 60 * minutes);
    expect(Math.max(...pauses)).toBeGreaterThan(4 * 3600);
  });

  test("is forgotten when it is cleared, on every device; only then", async () => {
    const tries = open();
    await attack(tries, 60 * minutes);
    for (let n = 0; n < 10; n++) {
      await tries.begin("account 1", null).catch(() => {});
      await tries.begin("account 1", "a known device");
    }
    const isPaused = (device: string | null) =>
      tries.begin("account 1", device).then(
        () => false,
        () => true,
      );
    expect([await isPaused(null), await isPaused("a known device")]).toEqual([true, true]);
    await tries.clear(["account 2"], [sha256("a known device")]);
    expect([await isPaused(null), await isPaused("a known device")]).toEqual([true, true]);
    await tries.clear(["account 1"], [sha256("a known device")]);
    expect([await isPaused(null), await isPaused("a known device")]).toEqual([false, false]);
    // From the beginning: ten tries and a minute, not one try and a quarter of an hour.
    for (let n = 0; n < 9; n++) await tries.begin("account 1", null);
    await expect(tries.begin("account 1", null)).rejects.toMatchObject({ retryAfter: 60 });
  });
});
