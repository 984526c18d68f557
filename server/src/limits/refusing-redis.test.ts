import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "@saha/contract";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { openTestRedis } from "../../test/redis.ts";
import { solve } from "../../test/solve.ts";
import { openCounters } from "./counters.ts";
import { openQuota } from "./quota.ts";

const dir = mkdtempSync(join(tmpdir(), "saha-redis-"));
const redis = await openTestRedis(dir);
// It has no place for its snapshots.
rmSync(dir, { recursive: true });
const operator = new Redis(redis.url);
const saha = await openServer({ config: { redisUrl: redis.url, trustProxy: ["127.0.0.1/32"] } });
afterAll(async () => {
  await saha.close();
  operator.disconnect();
  await redis.close();
});

const snapshotFails = async () => {
  // Never by itself.
  await operator.config("SET", "save", "86400 1000000");
  await operator.bgsave();
  await expect.poll(() => operator.info("persistence")).toMatch(/bgsave_in_progress:0[\s\S]*bgsave_status:err/);
};
const ways: { of: string; code: string; refuse: () => Promise<unknown>; allow: () => Promise<unknown> }[] = [
  {
    of: "whose snapshot failed",
    code: "MISCONF",
    refuse: snapshotFails,
    allow: () => operator.config("SET", "save", ""),
  },
  {
    of: "that became a replica",
    code: "READONLY",
    refuse: () => operator.replicaof("127.0.0.1", 1),
    allow: () => operator.replicaof("NO", "ONE"),
  },
  {
    of: "that is full",
    code: "OOM",
    refuse: () => operator.config("SET", "maxmemory", 1),
    allow: () => operator.config("SET", "maxmemory", 0),
  },
];

const password = "a long good one";
let last = 0;
const network = () => `198.51.100.${++last}`;
const signIn = (identifier: string, ip: string, device: string, proof?: string) =>
  saha.stranger(
    api.auth.login,
    { body: { identifier, password } },
    {
      headers: { "x-forwarded-for": ip, "x-device": `${device}-0123456789abcdef`, ...(proof && { "x-proof": proof }) },
    },
  );

describe.each(ways)("a Redis $of, which answers readings alone ($code),", ({ code, refuse, allow }) => {
  beforeEach(async () => {
    await refuse();
    await expect(operator.set("anything", 1)).rejects.toThrow(code);
  });
  afterEach(async () => void (await allow()));

  test("lets whoever solves a proof sign in above the ceiling", async () => {
    const [ip, { username }] = [network(), await saha.given.user({ password })];
    for (let n = 0; n < 300; n++) await (await saha.core.limits.pass("sign-in", { ip })).failed();
    const asked = await signIn(username, ip, "new");
    expect(asked.code).toBe("proof.needed");
    expect((await signIn(username, ip, "new", solve(asked.refusal))).status).toBe(200);
  });

  test("has no right sign-ins count as wrong ones", async () => {
    const [ip, { username }] = [network(), await saha.given.user({ password })];
    for (let n = 0; n < 14; n++) expect((await signIn(username, ip, `device-${n}`)).status).toBe(200);
  });

  test("has what was used of a quota cleared", async () => {
    const quota = openQuota(operator, { name: code, points: 1, duration: 60, code: "request.too_many" });
    const spend = () =>
      quota.spend(
        1,
        async () => "done",
        () => true,
      );
    await spend();
    await expect(spend()).rejects.toMatchObject({ code: "request.too_many" });
    await quota.clear(1);
    expect(await spend()).toBe("done");
  });

  test("has points counted that are read, taken back where they are, and read still when it writes again", async () => {
    const counter = openCounters(operator)(`all-${code}`, { points: 5, duration: 60 });
    const count = async () => (await counter.get("key"))?.consumedPoints ?? 0;
    await allow();
    await counter.penalty("key");
    await counter.penalty("key");
    await refuse();
    for (let n = 0; n < 4; n++) await counter.penalty("key");
    expect(await count()).toBe(4);
    await counter.reward("key");
    expect(await count()).toBe(3);
    await allow();
    expect(await count()).toBe(3);
    await counter.reward("key");
    expect(await operator.get(`saha:all-${code}:key`)).toBe("1");
    await counter.delete("key");
    expect(await count()).toBe(0);
  });
});
