import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLog } from "../process/logging.ts";
import { sha256 } from "../process/secrets.ts";
import { openCounters } from "./counters.ts";
import { openPasswordTries } from "./password-tries.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const minutes = 60_000;
const stranger = { knownDevice: null };
const open = (maxPause?: number) =>
  openPasswordTries(openCounters(undefined), openLog({ logLevel: "silent" }), maxPause);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Guesses as fast as the pauses let a stranger, for so long; answers with the pauses in seconds. */
async function attack(tries: ReturnType<typeof open>, ms: number): Promise<number[]> {
  const pauses: number[] = [];
  for (const until = Date.now() + ms; Date.now() < until; ) {
    const wait = await tries.begin("account 1", stranger).then(
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
      await tries.begin("account 1", stranger).catch(() => {});
      await tries.begin("account 1", { knownDevice: "a known device" });
    }
    const isPaused = (device: string | null) =>
      tries.begin("account 1", { knownDevice: device }).then(
        () => false,
        () => true,
      );
    expect([await isPaused(null), await isPaused("a known device")]).toEqual([true, true]);
    await tries.clear(["account 2"], [sha256("a known device")]);
    expect([await isPaused(null), await isPaused("a known device")]).toEqual([true, true]);
    await tries.clear(["account 1"], [sha256("a known device")]);
    expect([await isPaused(null), await isPaused("a known device")]).toEqual([false, false]);
    // From the beginning: ten tries and a minute, not one try and a quarter of an hour.
    for (let n = 0; n < 9; n++) await tries.begin("account 1", stranger);
    await expect(tries.begin("account 1", stranger)).rejects.toMatchObject({ retryAfter: 60 });
  });
});

describe("beside the pauses that one network keeps up at an account", () => {
  type Tries = ReturnType<typeof open>;
  const from = (ip: string) => ({ knownDevice: null, ip });
  const begins = (tries: Tries, ip: string, counter = "account 1") =>
    tries.begin(counter, from(ip)).then(
      (attempt) => attempt,
      (problem: { code: string }) => {
        expect(problem.code).toBe("auth.too_many_attempts");
        return undefined;
      },
    );
  /** Counts the tries let through of `each` from these networks, all at once. */
  async function letThrough(tries: Tries, ips: string[], each: number): Promise<number> {
    const begun = await Promise.all(ips.flatMap((ip) => Array.from({ length: each }, () => begins(tries, ip))));
    return begun.filter((attempt) => attempt).length;
  }
  async function pausedBy(ip: string, tries = open()): Promise<Tries> {
    expect(await letThrough(tries, [ip], 100)).toBe(10);
    return tries;
  }
  const many = Array.from({ length: 200 }, (_, n) => `192.0.2.${n}`);

  test("another one has five tries a day, also of fifty at once; the one that keeps them up has none", async () => {
    const tries = await pausedBy("198.51.100.1");
    expect(await letThrough(tries, ["203.0.113.1"], 50)).toBe(5);
    expect(await letThrough(tries, ["203.0.113.1", "198.51.100.1"], 50)).toBe(0);
    for (let n = 0; n < 90; n++) vi.advanceTimersByTime(15 * minutes);
    await letThrough(tries, ["198.51.100.1"], 20);
    expect(await letThrough(tries, ["203.0.113.2"], 50)).toBe(5);
  });

  test("a right one takes nothing away and ends no pause; nor does one that could not be compared", async () => {
    const tries = await pausedBy("198.51.100.1");
    for (let n = 0; n < 300; n++) {
      const attempt = await begins(tries, "203.0.113.1");
      await (n % 2 ? attempt?.succeeded() : attempt?.withdrawn());
      expect(attempt).toBeTruthy();
    }
    expect(await letThrough(tries, ["198.51.100.1"], 20)).toBe(0);
  });

  test("networks begin anew when it is cleared: who forgot the password has spent the own one's tries", async () => {
    const tries = open();
    for (let n = 0; n < 7; n++) await begins(tries, "203.0.113.1");
    await letThrough(tries, ["198.51.100.1"], 20);
    expect(await letThrough(tries, ["203.0.113.1"], 1)).toBe(0);
    await tries.clear(["account 1"], []);
    await letThrough(tries, ["198.51.100.1"], 20);
    expect(await letThrough(tries, ["203.0.113.1", "198.51.100.1"], 20)).toBe(5);
  });

  test("all others have a hundred a day together, and all networks of an IPv6 site what one has", async () => {
    expect(await letThrough(await pausedBy("198.51.100.1"), many, 5)).toBe(100);
    const site = Array.from({ length: 50 }, (_, n) => `2001:db8:7:${n}::1`);
    expect(await letThrough(await pausedBy("198.51.100.1"), site, 5)).toBe(5);
  });

  test("two hundred would have five each, without the bound of all (broken twin)", async () => {
    const beside = { ofNetwork: 5, ofAll: Number.MAX_SAFE_INTEGER };
    const tries = openPasswordTries(openCounters(undefined), openLog({ logLevel: "silent" }), undefined, beside);
    expect(await letThrough(await pausedBy("198.51.100.1", tries), many, 5)).toBe(1_000);
  });

  test("the owner would be kept out everywhere by one wrong password in four seconds (broken twin)", async () => {
    const out = async (tries: Tries) => {
      await pausedBy("198.51.100.1", tries);
      let refused = 0;
      for (let n = 0; n < 30; n++) {
        vi.advanceTimersByTime(4_000);
        await begins(tries, "198.51.100.1");
        const attempt = await begins(tries, "203.0.113.1");
        await attempt?.succeeded();
        refused += attempt ? 0 : 1;
      }
      return refused;
    };
    expect(await out(open())).toBe(0);
    const beside = { ofNetwork: 0, ofAll: 0 };
    expect(
      await out(openPasswordTries(openCounters(undefined), openLog({ logLevel: "silent" }), undefined, beside)),
    ).toBe(30);
  });
});

test("names made up by who hangs up before anything is compared take no memory that grows", async () => {
  vi.useRealTimers();
  const tries = open();
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const makeUp = async (from: number) => {
    for (let n = from; n < from + 20_000; n++) {
      const attempt = await tries.begin(`nobody ${n}`, { knownDevice: null, ip: "198.51.100.1" });
      await attempt.withdrawn();
    }
  };
  await makeUp(0);
  const before = heap();
  await makeUp(20_000);
  // By keys of their own they took 9 MB.
  expect(heap() - before).toBeLessThan(3_000_000);
});
