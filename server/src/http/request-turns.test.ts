import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import type { Peers } from "../limits/ring.ts";
import { connectionReader } from "./connection-of.ts";
import { paceBodies, paceRequests } from "./request-turns.ts";
import { hearResets } from "./resets.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const crowd = 100;
const few = { usual: 5, withNewcomers: 0.25, perMs: 0, restMs: 5_000, newPerS: 1_000 };
/** No turns: everything is begun in the turn of the event loop in which it comes. */
const all = undefined;
type PerTurn = typeof few | "usual" | undefined;

/**
 * A hall whose callers may say by a header which account or address they are; `begun` tells who was begun in which
 * turn.
 */
async function openHall(perTurn: PerTurn) {
  const begun: { path: string; turn: number }[] = [];
  const newcomers = { count: 0, enough: () => {} };
  let turn = 0;
  let isOpen = true;
  const count = () => {
    turn++;
    if (isOpen) setImmediate(count);
  };
  count();
  const server = createServer((request, response) => {
    begun.push({ path: request.url ?? "", turn });
    response.end("here");
  });
  server.on("upgrade", (request, socket) => {
    begun.push({ path: request.url ?? "", turn });
    socket.destroy();
  });
  server.on("clientError", (_, socket) => {
    begun.push({ path: "no request", turn });
    socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
  });
  server.on("connection", () => {
    newcomers.count++;
    newcomers.enough();
  });
  const asked: WeakRef<IncomingMessage>[] = [];
  const askerOf = (request: IncomingMessage) => {
    asked.push(new WeakRef(request));
    const { account, session, ip, staff, peers } = request.headers;
    const isStaff = staff !== undefined;
    const signedIn = { account: Number(account), session: Number(session), isStaff, peers: peers as Peers };
    return {
      ip: String(ip ?? request.socket.remoteAddress),
      signedIn: account === undefined ? undefined : signedIn,
    };
  };
  const callers = { askerOf, connectionOf: connectionReader(server, ["127.0.0.1"]) };
  hearResets(server);
  if (perTurn === "usual") paceRequests(server, callers);
  else if (perTurn) paceRequests(server, callers, perTurn);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1000 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  closing.push(() => {
    isOpen = false;
    server.closeAllConnections();
    server.close();
  });

  async function open(localAddress = "127.0.0.1"): Promise<Socket> {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    closing.push(() => socket.destroy());
    socket.on("error", () => {}).resume();
    await once(socket, "connect");
    return socket;
  }
  /** Whether they are let in, not only known to the system. */
  const letIn = (total: number) =>
    new Promise<void>((resolve) => {
      newcomers.enough = () => newcomers.count >= total && resolve();
      newcomers.enough();
    });
  const openCrowd = async () => {
    const sockets = await Promise.all(Array.from({ length: crowd }, () => open()));
    await letIn(crowd);
    return sockets;
  };
  return { asked, begun, open, openCrowd, letIn, address: { port, host: "127.0.0.1" } };
}

const ask = (socket: Socket, path: string, account?: number, staffSession?: number) => {
  const of = staffSession === undefined ? "" : `staff: 1\r\nsession: ${staffSession}\r\n`;
  const by = account === undefined ? "" : `account: ${account}\r\n${of}`;
  return socket.write(`GET ${path} HTTP/1.1\r\nhost: saha\r\n${by}\r\n`);
};
/** Waits until so many are begun. */
const everybody = (begun: unknown[], count: number) =>
  expect.poll(() => begun.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);

/** How many of a crowd that asks at once are begun in one turn, at most. */
async function mostInOneTurn(perTurn: PerTurn): Promise<number> {
  const { begun, openCrowd } = await openHall(perTurn);
  for (const socket of await openCrowd()) ask(socket, "/");
  await everybody(begun, crowd);
  const turns = Map.groupBy(begun, ({ turn }) => turn);
  return Math.max(...[...turns.values()].map((of) => of.length));
}

test("of a crowd that asks at once a few are begun in each turn, and all of them in the end", async () => {
  expect(await mostInOneTurn(few)).toBeLessThanOrEqual(2 * few.usual);
});

test("where nothing else is told forty are begun, so that who waits for the database is heard between them", async () => {
  expect(await mostInOneTurn("usual")).toBeLessThanOrEqual(80);
});

test("most of them would be begun in one turn without the limit (broken twin)", async () => {
  expect(await mostInOneTurn(all)).toBeGreaterThan(80);
});

test("upgrades take turns too, and one that leaves before its turn harms nobody", async () => {
  const { begun, openCrowd } = await openHall(few);
  const sockets = await openCrowd();
  const last = sockets[crowd - 1] as Socket;
  for (const socket of sockets) {
    socket.write("GET /upgrade HTTP/1.1\r\nhost: saha\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  }
  await once(sockets[0] as Socket, "close");
  last.resetAndDestroy();
  await everybody(begun, crowd - 1);
  const turns = Map.groupBy(begun, ({ turn }) => turn);
  expect(Math.max(...[...turns.values()].map((of) => of.length))).toBeLessThanOrEqual(2 * few.usual);
});

test("of a request that waits nothing is kept once its connection is closed", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  // None is ever begun.
  const { asked, openCrowd } = await openHall({ ...few, usual: 0 });
  const sockets = await openCrowd();
  for (const socket of sockets) ask(socket, "/");
  await everybody(asked, crowd);
  const left = async () => {
    collectGarbage();
    return asked.filter((request) => request.deref()).length;
  };
  expect(await left()).toBe(crowd);
  for (const socket of sockets.slice(10)) socket.resetAndDestroy();
  await expect.poll(left, { timeout: 5_000 }).toBe(10);
});

/** At which place an account and a stranger of another network are begun who ask after a crowd of strangers. */
async function placesBehindCrowd(perTurn: PerTurn) {
  const { begun, open, openCrowd } = await openHall(perTurn);
  const sockets = await openCrowd();
  const member = await open();
  const elsewhere = await open("127.0.0.2");
  for (const socket of sockets) ask(socket, "/crowd");
  ask(member, "/member", 7);
  ask(elsewhere, "/elsewhere");
  await everybody(begun, crowd + 2);
  const placeOf = (wanted: string) => begun.findIndex(({ path }) => path === wanted);
  return { member: placeOf("/member"), elsewhere: placeOf("/elsewhere") };
}

test("an account and another network take turns with a crowd of strangers, and don't wait for all of it", async () => {
  const { member, elsewhere } = await placesBehindCrowd(few);
  expect(member).toBeLessThan(crowd / 2);
  expect(elsewhere).toBeLessThan(crowd / 2);
});

test("they wait for all of it without turns (broken twin)", async () => {
  expect(await placesBehindCrowd(all)).toEqual({ member: crowd, elsewhere: crowd + 1 });
});

/** At which place a stranger is begun whose connection asks first after a crowd of its network that asks again. */
async function placeOfRested(perTurn: PerTurn): Promise<number> {
  const { begun, open, openCrowd } = await openHall(perTurn);
  const sockets = await openCrowd();
  const rested = await open();
  for (const socket of sockets) ask(socket, "/crowd");
  await everybody(begun, crowd);
  for (const socket of sockets) ask(socket, "/crowd");
  ask(rested, "/rested");
  await everybody(begun, 2 * crowd + 1);
  return begun.findIndex(({ path }) => path === "/rested") - crowd;
}

test("a connection that has rested goes before a crowd of its network that asks all the time", async () => {
  expect(await placeOfRested(few)).toBeLessThan(crowd / 2);
});

test("it waits for nearly all of it where it is as good as any other (broken twin)", async () => {
  expect(await placeOfRested({ ...few, restMs: 0 })).toBeGreaterThan(crowd * 0.8);
});

/**
 * At which place a request of a connection that is a minute old and has rested is begun, which a proxy passes on by a
 * connection that it shares with the crowd, after the crowd's.
 */
async function placeBehindProxy(perTurn: PerTurn, headersOf: (caller: string, seconds: number) => string) {
  const { begun, openCrowd } = await openHall(perTurn);
  const sockets = await openCrowd();
  const pass = (socket: Socket | undefined, path: string, caller: string, seconds: number) =>
    socket?.write(`GET ${path} HTTP/1.1\r\nhost: saha\r\n${headersOf(caller, seconds)}\r\n`);
  for (const [n, socket] of sockets.entries()) pass(socket, "/crowd", `${n}`, 0);
  await everybody(begun, crowd);
  const [shared, ...others] = sockets;
  for (const [n, socket] of others.entries()) pass(socket, "/crowd", `${n}`, 1);
  pass(shared, "/rested", "rested", 60);
  await everybody(begun, 2 * crowd);
  return begun.findIndex(({ path }) => path === "/rested") - crowd;
}

const named = (caller: string, seconds: number) =>
  `x-connection-id: ${caller}\r\nx-connection-seconds: ${seconds}.000\r\n`;

test("a proxy's callers count by their own connections, where it names them", async () => {
  expect(await placeBehindProxy(few, named)).toBeLessThan(crowd / 2);
});

test("who has rested waits for nearly all of the crowd where the proxy names none (broken twin)", async () => {
  expect(await placeBehindProxy(few, () => "")).toBeGreaterThan(crowd * 0.8);
});

/** Of whoever hangs up after each answer each request comes by a connection that is new. */
const anew = (caller: string, seconds: number) => (seconds === 1 ? named(`${caller}-anew`, 0) : named(caller, seconds));

test("a connection that has rested goes before a crowd that comes anew for each request", async () => {
  expect(await placeBehindProxy({ ...few, newPerS: 10 }, anew)).toBeLessThan(crowd / 2);
});

test("it waits for nearly all of it where each that is new has rested (broken twin)", async () => {
  expect(await placeBehindProxy(few, anew)).toBeGreaterThan(crowd * 0.8);
});

/** At which place a stranger is begun who asks after a crowd, each of a network of its own. */
async function placeBehindNetworks(ipOf: (n: number) => string): Promise<number> {
  const { begun, openCrowd, open } = await openHall(few);
  const sockets = await openCrowd();
  const elsewhere = await open("127.0.0.2");
  for (const [n, socket] of sockets.entries()) {
    socket.write(`GET /crowd HTTP/1.1\r\nhost: saha\r\nip: ${ipOf(n)}\r\n\r\n`);
  }
  ask(elsewhere, "/elsewhere");
  await everybody(begun, crowd + 1);
  return begun.findIndex(({ path }) => path === "/elsewhere");
}

test("a crowd of as many networks of one IPv6 site has one turn among others", async () => {
  expect(await placeBehindNetworks((n) => `2001:db8:7:${n}::1`)).toBeLessThan(crowd / 2);
});

test("it is waited for where each network is a site of its own (broken twin)", async () => {
  expect(await placeBehindNetworks((n) => `2001:db8:${n}:1::1`)).toBeGreaterThan(crowd / 2);
});

test("one account with a hundred connections delays its own alone, and strangers are not left to the end", async () => {
  const { begun, open, openCrowd } = await openHall(few);
  const [stranger, ...sockets] = await openCrowd();
  const other = await open();
  for (const socket of sockets) ask(socket, "/greedy", 1);
  ask(stranger as Socket, "/stranger");
  ask(other, "/other", 2);
  await everybody(begun, crowd + 1);
  const places = ["/stranger", "/other"].map((wanted) => begun.findIndex(({ path }) => path === wanted));
  expect(Math.max(...places)).toBeLessThan(crowd / 2);
});

/** At which places a gate and an attendee of another network are begun who ask after a crowd of a hundred accounts. */
async function placesBehindAccounts(ipOf: (n: number) => string) {
  const { begun, open, openCrowd } = await openHall(few);
  const sockets = await openCrowd();
  const [gate, elsewhere] = [await open(), await open("127.0.0.2")];
  for (const [n, socket] of sockets.entries()) {
    socket.write(`GET /crowd HTTP/1.1\r\nhost: saha\r\naccount: ${n + 10}\r\nip: ${ipOf(n)}\r\n\r\n`);
  }
  ask(gate, "/gate", 1, 1);
  ask(elsewhere, "/elsewhere", 2);
  await everybody(begun, crowd + 2);
  return ["/gate", "/elsewhere"].map((wanted) => begun.findIndex(({ path }) => path === wanted));
}

test("the staff go before a hundred accounts of one address, and other networks take turns with it", async () => {
  expect(Math.max(...(await placesBehindAccounts(() => "10.0.0.1")))).toBeLessThan(crowd / 2);
});

test("who is no staff waits for most of them where each account has turns of a network (broken twin)", async () => {
  const [gate = crowd, elsewhere] = await placesBehindAccounts((n) => `10.0.0.${n}`);
  expect(gate).toBeLessThan(crowd / 2);
  expect(elsewhere).toBeGreaterThan(crowd / 2);
});

/** At which place an attendee of a network is begun who asks after a crowd of a hundred of its accounts. */
async function placeInNetwork(ofWhom: string) {
  const { begun, open, openCrowd } = await openHall(few);
  const sockets = await openCrowd();
  const person = await open();
  for (const [n, socket] of sockets.entries())
    socket.write(`GET /crowd HTTP/1.1\r\nhost: saha\r\naccount: ${n}\r\n\r\n`);
  person.write(`GET /person HTTP/1.1\r\nhost: saha\r\naccount: 900\r\n${ofWhom}\r\n`);
  await everybody(begun, crowd + 1);
  return begun.findIndex(({ path }) => path === "/person");
}

test.each(["let in", "verified"])("whoever is %s takes turns with all other accounts of the network", async (peers) => {
  expect(await placeInNetwork(`peers: ${peers}\r\n`)).toBeLessThan(crowd / 2);
});

test("an account that is neither waits for most of them (broken twin)", async () => {
  expect(await placeInNetwork("")).toBeGreaterThan(crowd / 2);
});

test("one device of a staff account with a hundred connections has one turn among its other devices", async () => {
  const { begun, open, openCrowd } = await openHall(few);
  const sockets = await openCrowd();
  const other = await open();
  for (const socket of sockets) ask(socket, "/greedy", 1, 1);
  ask(other, "/other", 1, 2);
  await everybody(begun, crowd + 1);
  expect(begun.findIndex(({ path }) => path === "/other")).toBeLessThan(crowd / 2);
});

/** How many requests of a crowd that never stops asking are begun before ten newcomers are let in. */
async function begunBeforeNewcomers(perTurn: PerTurn): Promise<number> {
  const { begun, openCrowd, letIn, address } = await openHall(perTurn);
  for (const socket of await openCrowd()) {
    socket.on("data", () => ask(socket, "/"));
    ask(socket, "/");
  }
  await everybody(begun, crowd);
  const before = begun.length;
  for (let n = 0; n < 10; n++) {
    const newcomer = connect(address);
    closing.push(() => newcomer.destroy());
    newcomer.on("error", () => {});
  }
  await letIn(crowd + 10);
  return begun.length - before;
}

test("newcomers are let in while a crowd never stops asking", async () => {
  expect(await begunBeforeNewcomers(few)).toBeLessThan(10 * few.usual);
});

test("each waits for a whole turn of the crowd without the limit (broken twin)", async () => {
  expect(await begunBeforeNewcomers(all)).toBeGreaterThan(10 * few.usual);
});

/**
 * How many requests are begun before a newcomer's of another network, who comes while a crowd asks, is hung up on, and
 * comes again at once.
 */
async function begunBeforeElsewhere(perTurn: PerTurn, by = "", end = "\r\n"): Promise<number> {
  const { begun, open, address } = await openHall(perTurn);
  let isOver = false;
  const come = () => {
    if (isOver) return;
    const socket = connect(address, () =>
      socket.write(`GET / HTTP/1.1\r\nhost: saha\r\n${by}connection: close\r\n${end}`),
    );
    closing.push(() => socket.destroy());
    socket
      .on("error", () => {})
      .on("close", come)
      .resume();
  };
  for (let n = 0; n < crowd; n++) come();
  await everybody(begun, 3 * crowd);
  const before = begun.length;
  ask(await open("127.0.0.2"), "/elsewhere");
  await expect.poll(() => begun.some(({ path }) => path === "/elsewhere"), { timeout: 10_000 }).toBe(true);
  isOver = true;
  return begun.findIndex(({ path }) => path === "/elsewhere") - before;
}

test("a crowd that comes again for each request delays no newcomer of another network", async () => {
  expect(await begunBeforeElsewhere(few)).toBeLessThan(crowd / 2);
});

test("nor does a crowd that comes by an account", async () => {
  expect(await begunBeforeElsewhere(few, "account: 1\r\n")).toBeLessThan(crowd / 2);
});

test("nor does a crowd that sends what is no request", async () => {
  expect(await begunBeforeElsewhere(few, "", " : \r\n\r\n")).toBeLessThan(crowd / 2);
});

test("each would wait for most of it where that is answered at once (broken twin)", async () => {
  expect(await begunBeforeElsewhere(all, "", " : \r\n\r\n")).toBeGreaterThanOrEqual(crowd / 2);
});

test("each would wait for most of it where requests of accounts were begun by the dozen (broken twin)", async () => {
  const dozens = { ...few, usual: 50, withNewcomers: 20 };
  expect(await begunBeforeElsewhere(dozens, "account: 1\r\n")).toBeGreaterThanOrEqual(crowd / 2);
});

test("each waits for the whole crowd where it stands before the door (broken twin)", async () => {
  expect(await begunBeforeElsewhere(all)).toBeGreaterThanOrEqual(crowd / 2);
});

/** How many of a crowd that waits are begun in twenty turns, of 4 ms each, that all let somebody in. */
async function begunInLongTurns(perMs: number) {
  const server = new EventEmitter() as unknown as Server;
  let begun = 0;
  let most = 0;
  server.on("request", () => begun++);
  const askerOf = () => ({ ip: "198.51.100.7", signedIn: { account: 1, session: 1, isStaff: true } });
  paceRequests(
    server,
    { askerOf, connectionOf: () => ({ name: "", ageMs: 0 }) },
    {
      ...few,
      perMs,
    },
  );
  server.emit("connection");
  for (let n = 0; n < crowd; n++) server.emit("request", { socket: new EventEmitter() });
  for (let turn = 0; turn < 20; turn++) {
    const before = begun;
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, begun - before);
    server.emit("connection");
    for (const till = performance.now() + 4; performance.now() < till; );
  }
  server.removeAllListeners("request");
  return { begun, most };
}

test("long turns that let somebody in begin more, by the time that they took, and no more than others", async () => {
  const { begun, most } = await begunInLongTurns(0.5);
  expect(begun).toBeGreaterThan(30);
  expect(most).toBeLessThanOrEqual(few.usual + 1);
});

test("they begin a quarter of a request each, the staff's too, where time counts for nothing (broken twin)", async () => {
  const { begun } = await begunInLongTurns(0);
  expect(begun).toBeLessThan(10);
});

test("whoever has left before its turn is not begun", async () => {
  const { begun, openCrowd } = await openHall(few);
  const sockets = await openCrowd();
  const [staying, leaving] = [sockets.slice(0, crowd / 2), sockets.slice(crowd / 2)];
  for (const socket of staying) ask(socket, "/stays");
  for (const socket of leaving) ask(socket, "/leaves");
  await once(staying[0] as Socket, "data");
  for (const socket of leaving) socket.destroy();
  await Promise.all(staying.slice(-5).map((socket) => socket.bytesRead > 0 || once(socket, "data")));
  ask(staying[0] as Socket, "/last");
  await expect.poll(() => begun.at(-1)?.path, { timeout: 10_000 }).toBe("/last");
  expect(begun.filter(({ path }) => path === "/leaves").length).toBeLessThan(crowd / 4);
});

/** How many bodies go on in one turn at most that come together, and at which place another network's does. */
async function bodiesAtOnce(open: typeof paceBodies) {
  const begun: { path: string; turn: number }[] = [];
  let turn = 0;
  let isOpen = true;
  const count = () => {
    turn++;
    if (isOpen) setImmediate(count);
  };
  count();
  const askerOf = (request: IncomingMessage) => ({ ip: String(request.headers.ip) });
  const pace = open({ askerOf, connectionOf: () => ({ name: "", ageMs: 0 }) });
  const bodyOf = (ip: string) => ({ headers: { ip }, socket: new EventEmitter() }) as unknown as IncomingMessage;
  for (let n = 0; n < crowd; n++) pace(bodyOf("198.51.100.7"), () => begun.push({ path: "crowd", turn }));
  pace(bodyOf("203.0.113.5"), () => begun.push({ path: "elsewhere", turn }));
  await everybody(begun, crowd + 1);
  isOpen = false;
  const turns = [...Map.groupBy(begun, (of) => of.turn).values()];
  return {
    most: Math.max(...turns.map((of) => of.length)),
    place: begun.findIndex(({ path }) => path === "elsewhere"),
  };
}

test("bodies that are whole together go on a few in each turn, networks in turns", async () => {
  const { most, place } = await bodiesAtOnce(paceBodies);
  expect(most).toBeLessThanOrEqual(60);
  expect(place).toBeLessThan(60);
});

test("they would all go on in one turn as they come (broken twin)", async () => {
  const { most, place } = await bodiesAtOnce(() => (_request, begin) => begin());
  expect([most, place]).toEqual([crowd + 1, crowd]);
});
