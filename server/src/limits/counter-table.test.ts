import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hmac } from "../process/secrets.ts";
import { openCodeRequests } from "./code-requests.ts";
import { CounterTable } from "./counter-table.ts";
import { day, type Limit, minute, type OpenCounter, openCounters } from "./counters.ts";
import { MemoryCounter } from "./memory-counter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a counter answers, refusals too. */
const settled = (answer: Promise<unknown>) =>
  answer.then(
    (counted) => ({ counted }),
    (refused: unknown) => ({ refused }),
  );
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

/** Draws numbers below a bound, always the same ones (Park and Miller). */
function drawer() {
  let state = 20_261_123;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test("a table counts thousands of keys as one in growing memory does, to the millisecond", async () => {
  const limit = { points: 5, duration: minute };
  const [table, memory] = [new CounterTable(limit), new MemoryCounter(limit)];
  const draw = drawer();
  const kinds = { refused: 0, unknown: 0, later: 0 };
  const answers: [unknown, unknown][] = [];
  for (let n = 0; n < 10_000; n++) {
    // Half of all go to a few keys, which so are used up.
    const key = `key ${draw(draw(2) === 0 ? 40 : 2_000)}`;
    const points = 1 + draw(2);
    const options = draw(10) === 0 ? { customDuration: 1 + draw(90) } : {};
    const kind = draw(20);
    const ask = (counter: CounterTable | MemoryCounter): Promise<unknown> => {
      if (kind === 0) return counter.delete(key);
      if (kind < 3) return counter.get(key);
      if (kind < 5) return counter.reward(key);
      return kind < 8 ? counter.penalty(key, points, options) : counter.consume(key, points, options);
    };
    const [ofTable, ofMemory] = await Promise.all([settled(ask(table)), settled(ask(memory))]);
    answers.push([ofTable, ofMemory]);
    if ("refused" in ofMemory) kinds.refused++;
    else if (ofMemory.counted === null) kinds.unknown++;
    if (draw(1_000) === 0) {
      vi.advanceTimersByTime(draw(minute * 1000));
      kinds.later++;
    }
  }
  expect(plain(answers.map(([ofTable]) => ofTable))).toEqual(plain(answers.map(([, ofMemory]) => ofMemory)));
  // The run has been through what it is for.
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(2);
});

test("a key has its points again when its time is over, counted from its first use", async () => {
  const table = new CounterTable({ points: 2, duration: minute });
  await table.consume("somebody");
  vi.advanceTimersByTime(30_000);
  await table.consume("somebody");
  await expect(table.consume("somebody")).rejects.toMatchObject({ msBeforeNext: 30_000, consumedPoints: 3 });
  vi.advanceTimersByTime(29_999);
  await expect(table.consume("somebody")).rejects.toMatchObject({ msBeforeNext: 1 });
  vi.advanceTimersByTime(1);
  expect(await table.get("somebody")).toBeNull();
  expect(await table.consume("somebody")).toMatchObject({ consumedPoints: 1, msBeforeNext: 60_000 });
});

describe("a table of 1,024 slots, into which ten times as many invented keys come,", () => {
  const slots = 1_024;
  async function flooded(): Promise<CounterTable> {
    const table = new CounterTable({ points: 20, duration: day, slots });
    for (let n = 0; n < 20; n++) await table.consume("the victim's address");
    for (let n = 0; n < 10 * slots; n++) {
      await table.consume(`invented ${n}`);
      if (n % 16 === 0) vi.advanceTimersByTime(1);
    }
    return table;
  }

  test("knows no more keys than it has slots, and refuses none that is new", async () => {
    const table = await flooded();
    let known = 0;
    for (let n = 0; n < 10 * slots; n++) if (await table.get(`invented ${n}`)) known++;
    expect(known).toBe(slots - 1);
  });

  test("keeps the key that has been used up", async () => {
    const table = await flooded();
    await expect(table.consume("the victim's address")).rejects.toMatchObject({ consumedPoints: 21 });
  });

  test("gives up what is over before any key that counts", async () => {
    const table = new CounterTable({ points: 20, duration: minute, slots });
    for (let n = 0; n < 10 * slots; n++) await table.penalty(`over ${n}`, 20);
    vi.advanceTimersByTime(minute * 1000);
    // Less than a quarter of the slots: no set is full of what counts.
    for (let n = 0; n < 200; n++) await table.consume(`new ${n}`);
    for (let n = 0; n < 200; n++) expect(await table.get(`new ${n}`)).toMatchObject({ consumedPoints: 1 });
  });
});

describe("who uses 16 keys up that fall into one set, by the secret that somebody guessed,", () => {
  const slots = 1_024;
  const victim = "the victim's address";

  /** Whether the victim's count is lost to the keys which the guessed secret puts beside it. */
  async function isLost(secret: Buffer, guessed: Buffer): Promise<boolean> {
    const table = new CounterTable({ points: 20, duration: day, slots, secret });
    for (let n = 0; n < 20; n++) await table.penalty(victim);
    const setOf = (key: string) => hmac(guessed, key).readUInt32BE(6) % (slots / 16);
    for (let n = 0, found = 0; found < 16; n++) {
      if (setOf(`invented ${n}`) !== setOf(victim)) continue;
      found++;
      vi.advanceTimersByTime(1);
      await table.penalty(`invented ${n}`, 20);
    }
    return (await table.get(victim)) === null;
  }

  test("makes it forget no key where the guess is wrong", async () => {
    expect(await isLost(Buffer.alloc(32, 1), Buffer.alloc(32, 2))).toBe(false);
  });

  test("makes it forget one where the secret is no secret (broken twin)", async () => {
    expect(await isLost(Buffer.alloc(32, 1), Buffer.alloc(32, 1))).toBe(true);
  });
});

describe("codes asked for invented addresses on invented devices", () => {
  /** How many keys the server's counters without a bound keep after a thousand requests of several networks. */
  async function keptIn(limited: (limit: Limit) => Limit): Promise<number> {
    const unbounded: RateLimiterMemory[] = [];
    const counter = openCounters(undefined);
    const open: OpenCounter = (name, limit) => {
      const opened = counter(name, limited(limit));
      if (opened instanceof RateLimiterMemory) unbounded.push(opened);
      return opened;
    };
    const requests = openCodeRequests(open, () => 1);
    for (let n = 0; n < 1_000; n++) {
      const purpose = n % 2 === 0 ? "verification" : "recovery";
      const ip = n % 3 === 0 ? "198.51.100.1" : `2001:db8:${n % 7}:${n % 5}::1`;
      const asked = { address: `${n}@example.org`, purpose, ip, device: `device ${n}`, isOwn: n % 11 === 0 };
      await requests.ask(asked);
    }
    return unbounded.reduce((all, memory) => all + memory.dump().storage.length, 0);
  }

  test("leave nothing in a counter that grows with its keys", async () => {
    expect(await keptIn((limit) => limit)).toBe(0);
  });

  test("leave thousands of records where counters have no bound (broken twin)", async () => {
    expect(await keptIn((limit) => ({ ...limit, isBounded: false }))).toBeGreaterThan(4_000);
  });
});
