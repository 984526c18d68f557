import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@saha/contract";
import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { openCaller } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { openListener } from "../../test/listener.ts";
import { openTestRedis } from "../../test/redis.ts";
import { solve } from "../../test/solve.ts";
import { openWire } from "../../test/wire.ts";
import { buildApp } from "../app.ts";
import { openLimits } from "../limits/limits.ts";
import { openCore } from "../open-core.ts";

const redis = await openTestRedis();
const here = await openServer({ config: { redisUrl: redis.url } });
const there = await openSecond();
afterAll(async () => {
  await there.close();
  await here.close();
  await redis.close();
});

function openCoreWith(secret: string) {
  const { config, log, database } = here.core;
  return openCore({ config, log, databaseUrl: String(database.pool.options.connectionString), secret });
}

/** A second process of the same event: nothing is shared but the database and Redis. */
async function openSecond() {
  const core = await openCoreWith("a secret of tests, of more than 32 letters");
  const app = await buildApp(core);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const wire = openWire(address);
  return {
    address,
    callAs: (tokens: Member) => openCaller(wire.send, tokens),
    stranger: openCaller(wire.send),
    limits: core.limits,
    notices: core.notices,
    close: async () => {
      wire.close();
      await app.close();
      await core.close();
    },
  };
}

async function listenThere(member: Member) {
  const listener = openListener(there.address, member);
  expect((await listener.handshake).isOpen).toBe(true);
  return listener;
}

/** Until both processes hear each other: a socket there hears what is changed here. */
async function bridged(): Promise<void> {
  const member = await here.given.user();
  const listener = await listenThere(member);
  for (let tries = 0; tries < 50 && listener.heard.length === 0; tries++) {
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "نورة" } });
    await sleep(100);
  }
  expect(listener.heard.length).toBeGreaterThan(0);
  listener.close();
}

async function wrongSignIns(username: string, count: number): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < count; n++) {
    const body = { identifier: username, password: "not this one" };
    codes.push((await (n % 2 ? there : here).stranger(api.auth.login, { body })).code);
  }
  return codes;
}

test("what ends in one process is felt in the other within a second, on sockets and REST", async () => {
  await bridged();
  const member = await here.given.user();
  const listener = await listenThere(member);
  expect((await there.callAs(member)(api.auth.me)).status).toBe(200);
  await member.call(api.auth.logout);
  expect(await listener.closed()).toBeLessThan(1000);
  expect((await there.callAs(member)(api.auth.me)).code).toBe("auth.required");
});

test("wrong sign-ins are counted together", async () => {
  const { username } = await here.given.user({ password: "a long good one" });
  const codes = await wrongSignIns(username, 12);
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "auth.wrong_credentials"));
  expect(codes.slice(10)).toEqual(["auth.too_many_attempts", "auth.too_many_attempts"]);
});

test("ceilings are counted together, and a proof is good once in the whole fleet", async () => {
  const address = { ip: "198.51.100.77", call: "POST /api/auth/register" };
  const limits = [here.core.limits, there.limits];
  for (let n = 0; n < 300; n++) await limits[n % 2]?.pass("registration", address);
  const asked = await there.limits.pass("registration", address).catch((problem) => problem);
  expect(asked.code).toBe("proof.needed");
  const proof = solve(asked);
  const both = await Promise.allSettled(limits.map((limit) => limit.pass("registration", { ...address, proof })));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(here.core.limits.pass("registration", { ...address, proof })).rejects.toMatchObject({
    code: "proof.needed",
  });
});

test("each process for itself would take a proof as often as there are processes (broken twin)", async () => {
  const alone = () =>
    openLimits({ redis: undefined, log: here.core.log, config: here.core.config, keys: here.core.keys });
  const address = { ip: "198.51.100.78", call: "POST /api/auth/register" };
  const limits = [alone(), alone()];
  for (const limit of limits) for (let n = 0; n < 300; n++) await limit.pass("registration", address);
  const proof = solve(await limits[0]?.pass("registration", address).catch((problem) => problem));
  const both = await Promise.allSettled(limits.map((limit) => limit.pass("registration", { ...address, proof })));
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("another event on the same Redis hears nothing of this one, and counts for itself", async () => {
  const other = await openCoreWith("the secret of another event, of more than 32 letters");
  const heard = { there: 0, other: 0 };
  there.notices.on(({ kind }) => kind === "session.language" && heard.there++);
  other.notices.on(({ kind }) => kind === "session.language" && heard.other++);
  // As soon as it hears anything, it would hear this.
  await sleep(300);
  here.core.notices.say({ kind: "session.language", sessionId: 1, language: "ar" });
  await expect.poll(() => heard.there).toBe(1);
  const address = { ip: "203.0.113.30" };
  for (let n = 0; n < 300; n++) await here.core.limits.pass("registration", address);
  await expect(there.limits.pass("registration", address)).rejects.toMatchObject({ code: "proof.needed" });
  await other.limits.pass("registration", address);
  expect(heard.other).toBe(0);
  await other.close();
});

test("what is no notice on the channel ends no process", async () => {
  const speaker = new Redis(redis.url);
  const channel = `${here.core.keys.eventName}:notices`;
  const isNone = ["no JSON", "null", JSON.stringify({ from: "elsewhere", notice: { kind: "news", message: {} } })];
  for (const text of isNone) expect(await speaker.publish(channel, text)).toBeGreaterThanOrEqual(2);
  speaker.disconnect();
  await bridged();
});

test("with Redis gone all goes on: each process counts for itself, REST feels an end within a second; then it comes back", async () => {
  await redis.kill();
  const member = await here.given.user({ password: "a long good one" });
  const listener = await listenThere(member);
  expect((await there.callAs(member)(api.auth.me)).status).toBe(200);
  const began = performance.now();
  const body = { identifier: member.username, password: "a long good one" };
  expect((await here.stranger(api.auth.login, { body })).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(1500);
  const codes = await wrongSignIns(member.username, 24);
  expect(codes.filter((code) => code === "auth.wrong_credentials")).toHaveLength(20);
  expect(codes.slice(-2)).toEqual(["auth.too_many_attempts", "auth.too_many_attempts"]);
  await member.call(api.auth.logout);
  await sleep(950);
  expect((await there.callAs(member)(api.auth.me)).code).toBe("auth.required");

  await redis.restart();
  // What was said meanwhile may be lost; so the other process asks.
  await listener.closed();
  await bridged();
});
