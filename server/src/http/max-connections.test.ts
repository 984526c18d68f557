import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { limitConnections } from "./max-connections.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openHall(maxOf: (ip: string) => number, total?: number, patienceMs?: number) {
  const app = fastify({ forceCloseConnections: true });
  const keep = limitConnections(app, maxOf, total, patienceMs);
  app.server.on("upgrade", (request, socket: Socket) => {
    const account = /^\/socket\/(\d+)$/.exec(request.url ?? "")?.[1];
    keep(socket, { isBoard: request.url === "/board", account: account === undefined ? undefined : Number(account) });
    socket
      .on("error", () => {})
      .on("end", () => socket.destroy())
      .resume();
    socket.write("joined");
  });
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.addContentTypeParser("multipart/form-data", (_request, payload, done) => {
    payload.resume().once("end", () => done(null));
  });
  app.get("/", async () => "quick");
  app.post("/", async () => "whole");
  app.post("/slow", async () => finished.then(() => "slow"));
  app.get("/endless", async (_request, reply) => {
    reply.raw.writeHead(200);
    reply.raw.write("begun");
    closing.push(() => reply.raw.destroy());
    return reply.hijack();
  });
  app.get("/slow", async () => finished.then(() => "slow"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (path?: string, localAddress = "127.0.0.1") => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    closing.push(() => socket.destroy());
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (path) socket.write(`GET ${path} HTTP/1.1\r\nhost: saha\r\n\r\n`);
    return socket;
  };
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { open, finish, connections };
}

const answered = (socket: Socket) => once(socket, "data").then(([data]) => String(data).split("\r\n")[0]);
const closed = (socket: Socket) => socket.destroyed || once(socket, "close").then(() => true);

/** Ten connections that send nothing, then a neighbour behind the same address. */
async function neighbourBehindIdleOnes(maxOf: (ip: string) => number) {
  const { open } = await openHall(maxOf);
  const idle: Socket[] = [];
  for (let n = 0; n < 10; n++) idle.push(await open());
  const neighbour = await open("/");
  return { idle, answer: await answered(neighbour) };
}

test("at its limit a network's longest idle connection makes place for the next one", async () => {
  const { idle, answer } = await neighbourBehindIdleOnes(() => 4);
  expect(answer).toBe("HTTP/1.1 200 OK");
  for (const socket of idle.slice(0, 7)) expect(await closed(socket)).toBe(true);
  expect(idle.slice(7).map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

test("without the limit all of them stay open (broken twin)", async () => {
  const { idle, answer } = await neighbourBehindIdleOnes(() => Number.POSITIVE_INFINITY);
  expect(answer).toBe("HTTP/1.1 200 OK");
  expect(idle.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test("a connection that has sent half of a request makes place, one that has sent all of it does not", async () => {
  const { open, finish } = await openHall(() => 3);
  const head = "host: saha\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";
  const whole = await open();
  whole.write(`POST /slow HTTP/1.1\r\n${head}{}`);
  const half = [await open(), await open()];
  for (const socket of half) socket.write(`POST / HTTP/1.1\r\n${head}{`);
  // Its answer tells that the requests before it were taken.
  expect(await answered(await open("/", "127.0.0.2"))).toBe("HTTP/1.1 200 OK");
  expect(await answered(await open("/"))).toBe("HTTP/1.1 200 OK");
  expect(await closed(half[0] as Socket)).toBe(true);
  half[1]?.write("}");
  expect(await answered(half[1] as Socket)).toBe("HTTP/1.1 200 OK");
  finish();
  expect(await answered(whole)).toBe("HTTP/1.1 200 OK");
});

test("connections in use are never closed for a newcomer, who is refused; another network is counted apart", async () => {
  const { open, finish } = await openHall(() => 3);
  const inUse = [await open("/slow"), await open("/slow"), await open("/slow")];
  // Its answer tells that the three requests before it were taken.
  expect(await answered(await open("/", "127.0.0.2"))).toBe("HTTP/1.1 200 OK");
  expect(await closed(await open("/"))).toBe(true);
  finish();
  for (const socket of inUse) expect(await answered(socket)).toBe("HTTP/1.1 200 OK");
  expect(await answered(await open("/"))).toBe("HTTP/1.1 200 OK");
});

/** Three connections that wait for an answer beside some that idle, at the limit of their network, then a newcomer. */
async function newcomerBesideWaitingOnes(
  patienceMs: number,
  { idling = 1, headers = "", asked = "GET", body = "" } = {},
) {
  const { open, finish } = await openHall(() => 3 + idling, undefined, patienceMs);
  const inUse: Socket[] = [];
  for (let n = 0; n < 3; n++) {
    const socket = await open();
    socket.write(`${asked} /slow HTTP/1.1\r\nhost: saha\r\n${headers}\r\n${body}`);
    inUse.push(socket);
  }
  const idle: Socket[] = [];
  for (let n = 0; n < idling; n++) idle.push(await open());
  expect(await answered(await open("/", "127.0.0.2"))).toBe("HTTP/1.1 200 OK");
  await sleep(60);
  expect(await answered(await open("/"))).toBe("HTTP/1.1 200 OK");
  const gone = [...inUse, ...idle].map(({ destroyed }) => destroyed);
  finish();
  return gone;
}

test("at its limit the one that has waited for an answer for long makes place, where more wait than idle", async () => {
  expect(await newcomerBesideWaitingOnes(50)).toEqual([true, false, false, false]);
  // What a form would say of itself, of a method that brings none.
  const headers = "content-type: multipart/form-data; boundary=b\r\n";
  expect(await newcomerBesideWaitingOnes(50, { headers })).toEqual([true, false, false, false]);
});

test("a form that is here makes place as what else waits, one that still comes makes none", async () => {
  const headers = "content-type: multipart/form-data; boundary=b\r\ncontent-length: 4\r\n";
  const form = { asked: "POST", headers };
  expect(await newcomerBesideWaitingOnes(50, { ...form, body: "here" })).toEqual([true, false, false, false]);
  expect(await newcomerBesideWaitingOnes(50, { ...form, body: "he" })).toEqual([false, false, false, true]);
});

test("where more idle than wait, the one that has idled longest makes place, however long others wait", async () => {
  expect(await newcomerBesideWaitingOnes(50, { idling: 4 })).toEqual([false, false, false, true, false, false, false]);
});

test("a network's one open page would be closed for newcomers, did those that wait keep their places (broken twin)", async () => {
  expect(await newcomerBesideWaitingOnes(Number.POSITIVE_INFINITY)).toEqual([false, false, false, true]);
});

/** Which of some connections that read an answer without an end make place for a newcomer, beside some that idle. */
async function newcomerBesideReaders(idling: number) {
  const { open } = await openHall(() => 3 + idling, undefined, 50);
  const readers = [await open("/endless"), await open("/endless"), await open("/endless")];
  for (const socket of readers) expect(await answered(socket)).toBe("HTTP/1.1 200 OK");
  const idle: Socket[] = [];
  for (let n = 0; n < idling; n++) idle.push(await open());
  await sleep(60);
  expect(await answered(await open("/"))).toBe("HTTP/1.1 200 OK");
  return [readers, idle].map((sockets) => sockets.map(({ destroyed }) => destroyed).indexOf(true));
}

test("whose answer has begun makes place where more read than idle, and else goes on, however slowly it is read", async () => {
  expect(await newcomerBesideReaders(0)).toEqual([0, -1]);
  expect(await newcomerBesideReaders(4)).toEqual([-1, 0]);
});

test("sockets that were joined leave a tenth of the connections to newcomers, and are kept up to that", async () => {
  const { open, connections } = await openHall(() => 10);
  const join = async () => {
    const socket = await open();
    socket.write("GET /socket HTTP/1.1\r\nhost: saha\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    expect(await answered(socket)).toBe("joined");
    return socket;
  };
  const joined: Socket[] = [];
  for (let n = 0; n < 10; n++) joined.push(await join());
  expect(await answered(await open("/"))).toBe("HTTP/1.1 200 OK");
  expect(await closed(joined[9] as Socket)).toBe(true);
  expect(joined.slice(0, 9).filter(({ destroyed }) => destroyed)).toEqual([]);
  // The place of one that leaves is kept for the next.
  joined[0]?.destroy();
  await expect.poll(connections).toBe(9);
  const next = await join();
  expect(await answered(await open("/"))).toBe("HTTP/1.1 200 OK");
  expect(next.destroyed).toBe(false);
});

/** One connection of a small network, ten of a large one, then a newcomer of a third. */
async function newcomerBesideLargeNetwork(total: number) {
  const { open, connections } = await openHall(() => 100, total);
  const small = await open(undefined, "127.0.0.3");
  const large: Socket[] = [];
  for (let n = 0; n < 10; n++) large.push(await open());
  const answer = await answered(await open("/", "127.0.0.2"));
  return { small, large, answer, count: await connections() };
}

test("at the total the longest idle connection of the largest network makes place, whoever comes", async () => {
  const { small, large, answer, count } = await newcomerBesideLargeNetwork(6);
  expect(answer).toBe("HTTP/1.1 200 OK");
  expect(count).toBe(6);
  for (const socket of large.slice(0, 6)) expect(await closed(socket)).toBe(true);
  expect([small, ...large.slice(6)].map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, false]);
});

test("with a limit for each network only, all of them would stay open beyond the total (broken twin)", async () => {
  const { large, count } = await newcomerBesideLargeNetwork(Number.POSITIVE_INFINITY);
  expect(count).toBe(12);
  expect(large.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test("at the total, connections in use make no place, and those of the next largest network do", async () => {
  const { open, finish } = await openHall(() => 100, 4);
  const inUse = [await open("/slow"), await open("/slow"), await open("/slow")];
  const idle = await open(undefined, "127.0.0.2");
  // Its answer tells that the three requests before it were taken.
  idle.write("GET / HTTP/1.1\r\nhost: saha\r\n\r\n");
  expect(await answered(idle)).toBe("HTTP/1.1 200 OK");
  expect(await answered(await open("/", "127.0.0.3"))).toBe("HTTP/1.1 200 OK");
  expect(await closed(idle)).toBe(true);
  finish();
  for (const socket of inUse) expect(await answered(socket)).toBe("HTTP/1.1 200 OK");
});

async function join(open: (path: undefined, from: string) => Promise<Socket>, path: string, from: string) {
  const socket = await open(undefined, from);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: saha\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
  expect(await answered(socket)).toBe("joined");
  return socket;
}

test("a network that keeps nearly all leaves others as much as itself", async () => {
  const { open } = await openHall(() => 100, 12);
  const own: Socket[] = [];
  for (let n = 0; n < 11; n++) own.push(await join(open, `/socket/${n}`, "127.0.0.9"));
  const others: Socket[] = [];
  for (let n = 0; n < 5; n++) others.push(await join(open, `/socket/${100 + n}`, "127.0.0.8"));
  for (let n = 0; n < 4; n++) expect(await answered(await open("/", "127.0.0.3"))).toBe("HTTP/1.1 200 OK");
  expect(others.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(own.filter(({ destroyed }) => !destroyed).length).toBeGreaterThanOrEqual(5);
});

test("accounts that keep many in a network leave a neighbour's account as many", async () => {
  const { open } = await openHall(() => 10, 100);
  for (const account of [1, 1, 1, 1, 1, 2, 2, 2, 2]) await join(open, `/socket/${account}`, "127.0.0.9");
  const neighbours = [await join(open, "/socket/3", "127.0.0.9"), await join(open, "/socket/4", "127.0.0.9")];
  for (let n = 0; n < 6; n++) expect(await answered(await open("/", "127.0.0.9"))).toBe("HTTP/1.1 200 OK");
  expect(neighbours.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test("without accounts the neighbours make place for newcomers (broken twin)", async () => {
  const { open } = await openHall(() => 10, 100);
  for (let n = 0; n < 9; n++) await join(open, "/socket", "127.0.0.9");
  const neighbours = [await join(open, "/socket", "127.0.0.9"), await join(open, "/socket", "127.0.0.9")];
  for (let n = 0; n < 6; n++) expect(await answered(await open("/", "127.0.0.9"))).toBe("HTTP/1.1 200 OK");
  expect(neighbours.every(({ destroyed }) => destroyed)).toBe(true);
});

test("of all, boards keep a quarter: further ones make place for newcomers of any network, members' sockets do not", async () => {
  const { open } = await openHall(() => 100, 12);
  const boards: Socket[] = [];
  for (let n = 0; n < 7; n++) boards.push(await join(open, "/board", `127.0.0.${10 + n}`));
  const members: Socket[] = [];
  for (let n = 0; n < 5; n++) members.push(await join(open, "/socket", "127.0.0.2"));
  for (let n = 0; n < 4; n++) {
    await open("/slow", `127.0.0.${30 + n}`);
    expect(await answered(await open("/", "127.0.0.3"))).toBe("HTTP/1.1 200 OK");
  }
  expect(members.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(boards.slice(0, 3).filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(boards.slice(3).some(({ destroyed }) => destroyed)).toBe(true);
});
