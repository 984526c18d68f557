import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestRedis } from "../../test/redis.ts";
import { openRedis, openRedisForNews } from "./redis.ts";

const log = pino({ enabled: false });
let redis: Awaited<ReturnType<typeof openTestRedis>>;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.close());

/**
 * A way to Redis whose open connections can go dark, as of a host that vanishes; new ones work, or are dark from the
 * start.
 */
async function openVanishing({ isDark = false } = {}) {
  const dark = new Set<Socket>();
  const near = new Set<Socket>();
  const server = createServer((one) => {
    const far = connect(Number(new URL(redis.url).port), "127.0.0.1");
    near.add(one);
    if (way.isDark) dark.add(one);
    one.on("data", (bytes) => dark.has(one) || far.write(bytes)).on("error", () => {});
    far.on("data", (bytes) => dark.has(one) || one.write(bytes)).on("error", () => {});
    one.on("close", () => far.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const way = {
    isDark,
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    vanish: () => {
      for (const one of near) dark.add(one);
    },
    close: () => server.close(),
  };
  return way;
}

test("a Redis whose host vanishes without a word is counted by again, and its news are heard", async () => {
  const way = await openVanishing();
  const counters = await openRedis(way.url, log);
  const ear = await openRedisForNews(way.url, log, { pingMs: 500 });
  const heard: string[] = [];
  ear.on("message", (_channel, message) => heard.push(message));
  await ear.subscribe("news");
  const isCounted = () =>
    counters.incr("count").then(
      () => true,
      () => false,
    );
  await expect.poll(isCounted).toBe(true);
  way.vanish();
  expect(await isCounted()).toBe(false);
  await expect.poll(isCounted, { timeout: 12_000 }).toBe(true);
  await expect
    .poll(async () => (await counters.publish("news", "one").catch(() => 0)) > 0 && heard.includes("one"), {
      timeout: 12_000,
    })
    .toBe(true);
  counters.disconnect();
  ear.disconnect();
  way.close();
}, 30_000);

test("news are heard though the host vanished between the connection and its first answer", async () => {
  const way = await openVanishing({ isDark: true });
  const [ear, mouth] = [await openRedisForNews(way.url, log, { pingMs: 500 }), await openRedis(redis.url, log)];
  const heard: string[] = [];
  ear.on("message", (_channel, message) => heard.push(message));
  void ear.subscribe("late news");
  await expect.poll(() => ear.status).toBe("connect");
  way.isDark = false;
  const tell = async () => (await mouth.publish("late news", "one").catch(() => 0)) > 0 && heard.includes("one");
  await expect.poll(tell, { timeout: 5_000 }).toBe(true);
  ear.disconnect();
  mouth.disconnect();
  way.close();
}, 30_000);
