import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api, type Events, Role } from "@saha/contract";
import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import { openCaller } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { openLateRedis } from "../../test/late-redis.ts";
import { openListener } from "../../test/listener.ts";
import { openTestRedis } from "../../test/redis.ts";
import { solve } from "../../test/solve.ts";
import { openWire } from "../../test/wire.ts";
import { buildApp } from "../app.ts";
import { openLimits } from "../limits/limits.ts";
import { openPlaces, type Places } from "../limits/places.ts";
import { openCore } from "../open-core.ts";
import { resetAdmin } from "../seeds/seed-database.ts";
import { openRedis } from "./redis.ts";

const redis = await openTestRedis();
const here = await openServer({ config: { redisUrl: redis.url } });
const late = await openLateRedis(redis.url);
const there = await openSecond();
afterAll(async () => {
  await there.close();
  await here.close();
  late.close();
  await redis.close();
});

function openCoreWith(secret: string, redisUrl = redis.url) {
  const { config, log, database } = here.core;
  return openCore({
    config: { ...config, redisUrl },
    log,
    databaseUrl: String(database.pool.options.connectionString),
    secret,
  });
}

/** A second process of the same event: nothing is shared but the database and Redis. */
async function openSecond() {
  const core = await openCoreWith("a secret of tests, of more than 32 letters", late.url);
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

/** Keeps the event loop from turning. */
function standStill(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function wrongSignIns(username: string, count: number): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < count; n++) {
    const body = { identifier: username, password: "not this one" };
    codes.push((await (n % 2 ? there : here).stranger(api.auth.login, { body })).code);
  }
  return codes;
}

describe("ten sockets of a session", () => {
  const opened = async (address: string, member: Member, count: number) => {
    const listeners = Array.from({ length: count }, () => openListener(address, member));
    const handshakes = await Promise.all(listeners.map(({ handshake }) => handshake));
    return { listeners, open: handshakes.filter(({ isOpen }) => isOpen).length };
  };
  const closeAll = ({ listeners }: { listeners: { close(): void }[] }) => {
    for (const listener of listeners) listener.close();
  };

  test("are ten in all processes, also when they come at once, and one that goes makes room in each", async () => {
    const member = await here.given.user();
    const [ours, theirs] = await Promise.all([opened(here.address, member, 8), opened(there.address, member, 8)]);
    expect(ours.open + theirs.open).toBe(10);
    closeAll(ours);
    await expect
      .poll(async () => {
        const more = await opened(there.address, member, 1);
        if (more.open === 0) closeAll(more);
        else theirs.listeners.push(...more.listeners);
        return more.open;
      })
      .toBe(1);
    closeAll(theirs);
  });

  test("are ten in each process where each counts in its own memory (broken twin)", async () => {
    const [one, other] = [openPlaces(undefined), openPlaces(undefined)];
    const takeTen = (places: Places) =>
      Promise.all(Array.from({ length: 12 }, () => places.take([{ name: "session 1", max: 10 }])));
    const taken = (await Promise.all([takeTen(one), takeTen(other)])).flat();
    expect(taken.filter((leave) => leave !== undefined)).toHaveLength(20);
  });

  test("are given back by a process that was killed, and told anew to a Redis that forgot them", async () => {
    const keyPrefix = `${randomUUID()}:`;
    const connections = await Promise.all([1, 2].map(() => openRedis(redis.url, here.core.log, { keyPrefix })));
    const [killed, other] = connections.map((connection) => openPlaces(connection, { beatMs: 100, deadMs: 1_000 }));
    await expect.poll(() => connections.map(({ status }) => status)).toEqual(["ready", "ready"]);
    const wanted = [{ name: "session 1", max: 1 }];
    expect(await killed?.take(wanted)).toBeDefined();
    expect(await other?.take(wanted)).toBeUndefined();
    const [connection] = connections;
    await connection?.eval("return redis.call('del', unpack(redis.call('keys', KEYS[1] .. '*')))", 1, "");
    const isTaken = async () => {
      const leave = await other?.take(wanted);
      leave?.();
      return leave === undefined;
    };
    expect(await isTaken()).toBe(false);
    await expect.poll(isTaken, { interval: 100 }).toBe(true);
    connection?.disconnect();
    await expect.poll(() => other?.take(wanted), { interval: 100 }).toBeDefined();
    connections[1]?.disconnect();
  });

  test("are told at the next beat to a Redis that comes back empty, and by a process that stood still", async () => {
    const own = await openTestRedis();
    const connections = await Promise.all([1, 2].map(() => openRedis(own.url, here.core.log)));
    const areReady = () =>
      expect.poll(() => connections.map(({ status }) => status), { timeout: 5_000 }).toEqual(["ready", "ready"]);
    await areReady();
    const beats = { beatMs: 250, deadMs: 1_000 };
    const [holding, other] = connections.map((connection) => openPlaces(connection, beats));
    const wanted = [{ name: "session 1", max: 1 }];
    // All is written anew by the first beat, and then 5 s later.
    await sleep(300);
    const leave = await holding?.take(wanted);
    const openElsewhere = async () => {
      await sleep(600);
      const taken = await other?.take(wanted);
      taken?.();
      return taken;
    };
    expect(await openElsewhere()).toBeUndefined();
    await own.kill();
    await own.restart();
    await areReady();
    expect(await openElsewhere()).toBeUndefined();
    standStill(1_100);
    expect(await openElsewhere()).toBeUndefined();
    leave?.();
    expect(await openElsewhere()).toBeDefined();
    for (const connection of connections) connection.disconnect();
    await own.close();
  });

  test("are all free again once they are given back, though others were refused while a process wrote its anew", async () => {
    const keyPrefix = `${randomUUID()}:`;
    const connections = await Promise.all([1, 2].map(() => openRedis(redis.url, here.core.log, { keyPrefix })));
    await expect.poll(() => connections.map(({ status }) => status)).toEqual(["ready", "ready"]);
    const [one, refusing] = connections.map((connection) => openPlaces(connection, { beatMs: 50, deadMs: 10_000 }));
    const takeTen = async (places: Places | undefined) => {
      const wanted = [{ name: "session 1", max: 10 }];
      return (await Promise.all(Array.from({ length: 10 }, () => places?.take(wanted)))).filter((leave) => leave);
    };
    const taken = await takeTen(one);
    const refused = takeTen(refusing);
    // The first beat, which writes all anew, is due before the answers are read.
    standStill(60);
    expect([taken, await refused].map(({ length }) => length)).toEqual([10, 0]);
    for (const leave of taken) leave?.();
    // What its connection says after that has come once this is answered.
    await refusing?.take([{ name: "session 2", max: 1 }]);
    expect(await takeTen(one)).toHaveLength(10);
    for (const connection of connections) connection.disconnect();
  });
});

test("what ends in one process is felt in the other within a second, on sockets and REST", async () => {
  await bridged();
  const member = await here.given.user();
  const listener = await listenThere(member);
  expect((await there.callAs(member)(api.auth.me)).status).toBe(200);
  await member.call(api.auth.logout);
  expect(await listener.closed()).toBeLessThan(1000);
  expect((await there.callAs(member)(api.auth.me)).code).toBe("auth.required");
});

test("a reset of the administrator at a start ends what the others hold open, and its password is taken", async () => {
  await bridged();
  const thief = await here.given.user({ roleId: Role.Admin });
  const listener = await listenThere(thief);
  expect((await wrongSignIns(thief.username, 11)).at(-1)).toBe("auth.too_many_attempts");
  const { username: identifier, password } = await resetAdmin(here.core);
  expect(identifier).toBe(thief.username);
  expect(await listener.closed()).toBeLessThan(1000);
  expect((await there.callAs(thief)(api.auth.me)).code).toBe("auth.required");
  expect((await there.stranger(api.auth.login, { body: { identifier, password } })).status).toBe(200);
});

test("the boards of a booth that is closed or deleted hear nothing more, in every process; those of others do", async () => {
  await bridged();
  const admin = await here.given.user({ roleId: Role.Admin });
  const [closed, deleted, other] = [await here.given.booth(), await here.given.booth(), await here.given.booth()];
  const listen = async ({ address }: { address: string }, { id }: { id: number }) => {
    const listener = openListener(address, { board: String(id) });
    expect((await listener.handshake).isOpen).toBe(true);
    return listener;
  };
  const ended = [closed, deleted].flatMap((booth) => [listen(here, booth), listen(there, booth)]);
  const kept = await Promise.all([listen(here, other), listen(there, other)]);
  const listeners = await Promise.all(ended);
  const params = (booth: { id: number }) => ({ params: { id: String(booth.id) } });
  expect((await admin.call(api.booths.update, { ...params(closed), body: { isActive: false } })).status).toBe(200);
  expect((await admin.call(api.booths.remove, params(deleted))).status).toBe(200);
  for (const listener of listeners) expect(await listener.closed()).toBeLessThan(1000);
  await admin.call(api.booths.update, { ...params(other), body: { name: "جناح" } });
  for (const listener of kept) {
    await listener.hears("Booth:changed");
    await sleep(200);
    expect(listener.socket.connected).toBe(true);
    listener.close();
  }
});

describe("what another process says late undoes nothing that was done here since:", () => {
  const message = { ar: "تغيّرت تذكرتك", en: "Your ticket has changed" };
  /** Until a socket there has heard all that was said here. */
  async function heardAll(listener: Awaited<ReturnType<typeof listenThere>>, userId: number) {
    const ticketId = Math.floor(Math.random() * 1e9);
    const to = [`user:${userId}` as const];
    here.core.notices.say({ kind: "news", event: "Ticket:changed", to, message, ids: { ticketId, isForMany: false } });
    const isThis = ({ data }: (typeof listener.heard)[number]) => "ticketId" in data && data.ticketId === ticketId;
    await expect.poll(() => listener.heard.some(isThis), { timeout: 5_000 }).toBe(true);
  }

  test("staff, player, line and board keep the newer state of an entry", async () => {
    await bridged();
    const game = await here.given.game();
    const { boothId } = game;
    const [staff, player] = [await here.given.boothAdmin(boothId), await here.given.user()];
    const { id } = await here.given.entry({ userId: player.id, gameId: game.id });
    const [elsewhere, screen, phone] = [
      openListener(here.address, player),
      await listenThere(staff),
      await listenThere(player),
    ];
    const board = openListener(there.address, { board: String(boothId) });
    await Promise.all([elsewhere.handshake, board.handshake]);
    // The rooms of lines and booths are entered behind the handshake.
    await sleep(200);
    const last = () => {
      const of = <Name extends keyof Events>(name: Name, { heard }: typeof phone) =>
        heard.findLast(({ event }) => event === name)?.data as Events[Name] | undefined;
      return {
        screen: of("Queue:entry", screen)?.entry?.state,
        phone: of("Queue:changed", phone)?.state,
        line: of("Queue:line", phone)?.line,
        board: of("Board:changed", board)?.game.playing,
      };
    };
    const now = { screen: "playing", phone: "playing", line: [], board: [1] };
    late.hold();
    try {
      expect((await staff.call(api.queue.call, { body: { queueId: id } })).status).toBe(200);
      await Promise.all([elsewhere.hears("Queue:changed"), elsewhere.hears("Queue:line")]);
      expect(last().screen).toBeUndefined();
      const body = { isPlaying: true };
      expect((await there.callAs(staff)(api.queue.update, { params: { id }, body })).status).toBe(200);
      await expect.poll(last).toEqual(now);
    } finally {
      late.release();
    }
    await Promise.all([heardAll(screen, staff.id), heardAll(phone, player.id)]);
    await sleep(100);
    expect(last()).toEqual(now);
    for (const listener of [elsewhere, screen, phone, board]) listener.close();
  });

  test("who lost a booth hears no more of its line", async () => {
    await bridged();
    const game = await here.given.game();
    const { boothId } = game;
    const admin = await here.given.user({ roleId: Role.Admin });
    const staff = await here.given.user({ roleId: Role.BoothAdmin });
    const { id: queueId } = await here.given.entry({ userId: (await here.given.user()).id, gameId: game.id });
    const screen = await listenThere(staff);
    await sleep(200);
    late.hold();
    try {
      await admin.call(api.booths.assignAdmin, { body: { userId: staff.id, boothId } });
      await there.callAs(admin)(api.booths.assignAdmin, { body: { userId: staff.id, boothId: null } });
    } finally {
      late.release();
    }
    await heardAll(screen, staff.id);
    await sleep(200);
    await there.callAs(admin)(api.queue.call, { body: { queueId } });
    await heardAll(screen, staff.id);
    await sleep(200);
    expect(screen.heard.map(({ event }) => event)).not.toContain("Queue:entry");
    screen.close();
  });
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

test("with Redis gone all goes on: each process counts for itself, REST feels an end within a second; back again, screens ask", async () => {
  await redis.kill();
  const member = await here.given.user({ password: "a long good one" });
  const listener = await listenThere(member);
  const stays = await listenThere(await here.given.user());
  const board = openListener(there.address, { board: String((await here.given.booth()).id) });
  expect((await board.handshake).isOpen).toBe(true);
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

  expect([stays.heard, board.heard]).toEqual([[], []]);

  await redis.restart();
  // What was said meanwhile may be lost; so the other process asks, and so does every open screen there.
  await listener.closed();
  await stays.hears("News:missed");
  await board.hears("News:missed");
  for (const one of [stays, board]) one.close();
  await bridged();
});
