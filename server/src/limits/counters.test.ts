import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import { openTestRedis } from "../../test/redis.ts";
import { type OpenCounter, openCounters } from "./counters.ts";

const server = await openTestRedis();
const redis = new Redis(server.url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 }).on("error", () => {});
await once(redis, "ready");
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

const bounded: OpenCounter = (name, limit) => openCounters(undefined)(name, { ...limit, isBounded: true });

describe.each([
  ["memory", openCounters(undefined)],
  ["memory of a fixed size", bounded],
  ["Redis", openCounters(redis)],
])("a point counted in %s", (_where, open) => {
  const counter = open("short", { points: 5, duration: 1 });
  const count = async (key: string) => (await counter.get(key))?.consumedPoints ?? null;
  const takeBack = (key: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => counter.reward(key)));

  test("is taken back once", async () => {
    await counter.penalty("once", 2);
    expect(await counter.reward("once")).toMatchObject({ consumedPoints: 1, remainingPoints: 4 });
    await takeBack("once", 3);
    expect((await count("once")) ?? 0).toBe(0);
  });

  test("is not after its time, nor once it was cleared: the next window begins with none", async () => {
    await counter.penalty("late");
    await counter.penalty("cleared");
    await counter.delete("cleared");
    await takeBack("cleared", 3);
    expect(await count("cleared")).toBe(null);
    await sleep(1_100);
    await takeBack("late", 3);
    expect(await count("late")).toBe(null);
    expect(await counter.penalty("late")).toMatchObject({ consumedPoints: 1 });
  });
});

test("a key in Redis of which all was taken back is gone", async () => {
  const counter = openCounters(redis)("gone", { points: 5, duration: 60 });
  await counter.penalty("key", 2);
  await counter.reward("key");
  expect(await redis.keys("*gone*")).toHaveLength(1);
  await counter.reward("key");
  expect(await redis.keys("*gone*")).toEqual([]);
});

test("a point counted in Redis is not taken back in memory while Redis is away", async () => {
  const counter = openCounters(redis)("away", { points: 5, duration: 60 });
  await counter.penalty("key");
  await server.kill();
  await expect.poll(() => redis.status).not.toBe("ready");
  await counter.reward("key");
  expect(await counter.penalty("key")).toMatchObject({ consumedPoints: 1 });
});
