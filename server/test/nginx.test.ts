import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openServer, type Server } from "./harness.ts";
import { hall, openNginx, replaced } from "./nginx.ts";

const elsewhere = "127.0.0.10";

let saha: Server;
beforeAll(async () => {
  saha = await openServer({ config: { trustProxy: ["127.0.1.0/29"] } });
});
afterAll(() => saha.close());

type Change = (settings: string) => string;

/** nginx with places for three requests of a hall's new connections, of either kind; more settings by `change`. */
const startDoor = (change: Change = (same) => same) =>
  openNginx(saha.address, (settings) =>
    change(replaced(replaced(settings, "new_readers 3000;", "new_readers 3;"), "new_senders 2000;", "new_senders 3;")),
  );

/** The same until the test ends. */
async function openDoor(change?: Change) {
  const nginx = await startDoor(change);
  onTestFinished(nginx.close);
  return nginx;
}

type Asked = { method?: string; body?: string; headers?: Record<string, string>; agent?: Agent | false };

/** Asks through nginx from an address, by a connection of its own unless `agent` keeps one. */
async function ask(port: number, from: string, path: string, { method, body, headers, agent = false }: Asked = {}) {
  const asked = request({
    host: "127.0.0.1",
    port,
    path,
    localAddress: from,
    agent,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
  });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

const signIn = JSON.stringify({ identifier: "nobody", password: "a long good one" });

function open(port: number, from: string, sent: string | Buffer): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from }).on("error", () => {});
  socket.write(sent);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Has what reads accounts wait in the database until the end of `work`. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await saha.owner.transaction().execute(async (tx) => {
    await sql`lock table users in access exclusive mode`.execute(tx);
    await work();
  });
}

describe("beside bodies that a hall's connections send by halves", () => {
  const half = `POST /api/auth/login HTTP/1.1\r\nhost: saha\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`;
  const countingAll = (settings: string) => replaced(settings, '"~^01 [0-4]\\."', '"~^01 "');
  const doors = new Map<string, Awaited<ReturnType<typeof startDoor>>>();
  /** A connection to each in the hall that is no new one any more. */
  const pages = new Map<string, Agent>();

  beforeAll(async () => {
    for (const [name, change] of [["as it is"], ["counting all", countingAll]] as const) {
      const door = await startDoor(change);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      doors.set(name, door);
      pages.set(name, agent);
      await ask(door.port, hall, "/api/main-theme", { agent });
    }
    await sleep(5_100);
  });
  afterAll(async () => {
    for (const agent of pages.values()) agent.destroy();
    for (const door of doors.values()) await door.close();
  });

  /** Sends six halves by new connections of the hall; hands out what is needed to ask beside them. */
  async function crowd(name: string) {
    const { port = 0 } = doors.get(name) ?? {};
    for (let n = 0; n < 6; n++) open(port, hall, half);
    await sleep(100);
    return { port, agent: pages.get(name) ?? (false as const) };
  }

  test("who reads is answered, and who sends on a page that has been open or elsewhere", async () => {
    const { port, agent } = await crowd("as it is");
    expect(await ask(port, hall, "/api/main-theme")).toMatchObject({ status: 200 });
    expect(await ask(port, hall, "/api/auth/login", { body: signIn, agent })).toMatchObject({ status: 422 });
    expect(await ask(port, elsewhere, "/api/auth/login", { body: signIn })).toMatchObject({ status: 422 });
  });

  test("who sends on an open page would be refused, were old connections counted as well", async () => {
    const { port, agent } = await crowd("counting all");
    expect(await ask(port, hall, "/api/auth/login", { body: signIn, agent })).toMatchObject({ status: 503 });
  });

  test("who comes anew is told so in the own language, whatever is forged", async () => {
    const { port } = await crowd("as it is");
    const forged = { "x-forwarded-for": elsewhere, "x-connection-id": "1", "x-connection-seconds": "60.000" };
    for (const [sentence, headers] of [
      [/[ء-ي]/, {}],
      [/[ء-ي]/, forged],
      [/^Very busy/, { "accept-language": "en" }],
    ] as const) {
      const refused = await ask(port, hall, "/api/auth/login", { body: signIn, headers });
      expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
      expect(JSON.parse(refused.text)).toMatchObject({
        code: "server.busy",
        message: expect.stringMatching(sentence),
      });
    }
  });
});

describe("whoever hangs up on a request", () => {
  const whole = `POST /api/auth/login HTTP/1.1\r\nhost: saha\r\ncontent-type: application/json\r\ncontent-length: ${signIn.length}\r\n\r\n${signIn}`;

  /** How many connections to Saha are closed by four that hang up. */
  async function closedBy(change?: Change): Promise<number> {
    const { port } = await openDoor(change);
    let closed = 0;
    const watch = (socket: Socket) => socket.once("close", () => closed++);
    saha.app.server.on("connection", watch);
    await whileHeld(async () => {
      for (let n = 0; n < 4; n++) {
        const socket = open(port, elsewhere, whole);
        await sleep(100);
        socket.resetAndDestroy();
      }
      await sleep(200);
    });
    saha.app.server.off("connection", watch);
    return closed;
  }

  test("closes none of nginx's connections to Saha, for which all others would wait", async () => {
    expect(await closedBy()).toBe(0);
  });

  test("closes one each where nginx passes it on", async () => {
    const passing = (settings: string) =>
      replaced(settings, "proxy_ignore_client_abort on;", "proxy_ignore_client_abort off;");
    expect(await closedBy(passing)).toBe(4);
  });
});

describe("what Saha hangs up on", () => {
  const sent = {
    "an address that is too long": `GET /api/main-theme?${"a".repeat(2049)} HTTP/1.1\r\nhost: saha\r\n\r\n`,
    "an address with letters that are none": "GET /api/\xd8 HTTP/1.1\r\nhost: saha\r\n\r\n",
    "a head that is too long": `GET /api/main-theme HTTP/1.1\r\nhost: saha\r\n${`accept: ${"a".repeat(2500)}\r\n`.repeat(7)}\r\n`,
    "headers that are read and together too long": `GET /api/main-theme HTTP/1.1\r\nhost: saha\r\naccept: ${"a".repeat(2500)}\r\nuser-agent: ${"a".repeat(2500)}\r\n\r\n`,
    "a longer body than a sign-in has": `POST /api/auth/login HTTP/1.1\r\nhost: saha\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n${" ".repeat(10000)}`,
    "a longer body than anything has": `POST /api/queue HTTP/1.1\r\nhost: saha\r\ncontent-type: application/json\r\ncontent-length: 15000\r\n\r\n${" ".repeat(15000)}`,
    "the longest headers that it passes on": `GET /api/main-theme HTTP/1.1\r\nhost: saha\r\nx-proof: ${"a".repeat(1996)}\r\nuser-agent: ${"a".repeat(1000)}\r\nif-none-match: ${"a".repeat(200)}\r\nx-forwarded-for: ${"a".repeat(300)}\r\n\r\n`,
    "a method that is none": "FOO /api/main-theme HTTP/1.1\r\nhost: saha\r\n\r\n",
    "a control letter in what is read": "GET /api/main-theme HTTP/1.1\r\nhost: saha\r\nuser-agent: a\x01b\r\n\r\n",
    "a control letter in what is added to":
      "GET /api/main-theme HTTP/1.1\r\nhost: saha\r\nx-forwarded-for: a\x01b\r\n\r\n",
    "a control letter in what nothing reads": "GET /api/main-theme HTTP/1.1\r\nhost: saha\r\nx-own: a\x01b\r\n\r\n",
    "a long body of a reading": `GET /api/main-theme HTTP/1.1\r\nhost: saha\r\ncontent-length: 5000\r\n\r\n${" ".repeat(5000)}`,
    "a request to no host": "GET /api/main-theme HTTP/1.0\r\nconnection: keep-alive\r\n\r\n",
    "a body in chunks":
      "PUT /api/profile/1 HTTP/1.1\r\nhost: saha\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n",
  };

  /** How many connections to Saha are closed by what is sent. */
  async function closedBy(bytes: string, change?: Change): Promise<number> {
    const { port } = await openDoor(change);
    let closed = 0;
    const watch = (socket: Socket) => socket.once("close", () => closed++);
    saha.app.server.on("connection", watch);
    for (let n = 0; n < 3; n++) await once(open(port, elsewhere, Buffer.from(bytes, "latin1")), "data");
    await sleep(200);
    saha.app.server.off("connection", watch);
    return closed;
  }

  test.each(Object.entries(sent))("closes none of nginx's connections to it: %s", async (_, bytes) => {
    expect(await closedBy(bytes)).toBe(0);
  });

  test("answers whoever has long cookies of other programs", async () => {
    const { port } = await openDoor();
    const headers = { cookie: `sso=${"a".repeat(7000)}` };
    expect((await ask(port, elsewhere, "/api/main-theme", { headers })).status).toBe(200);
  });

  test("closes one each where nginx passes it on (broken twin)", async () => {
    const passing = (settings: string) => replaced(settings, "if ($is_request = 0) { return 400; }", "");
    for (const name of [
      "an address that is too long",
      "a method that is none",
      "headers that are read and together too long",
      "a long body of a reading",
    ] as const) {
      expect(await closedBy(sent[name], passing), name).toBe(3);
    }
  });
});

describe("forms under tokens that somebody made up", () => {
  const crowded = (settings: string) => replaced(settings, "new_senders 3;", "new_senders 2000;");

  /** What is said to a form of elsewhere beside 200 of such, of which nothing more comes. */
  async function saidBeside(change: Change) {
    const { port } = await openDoor((settings) => change(crowded(settings)));
    for (let n = 0; n < 200; n++) {
      const token = `Bearer ${n}.${"a".repeat(240)}.b`;
      const head = `host: saha\r\nauthorization: ${token}\r\ncontent-type: application/json\r\ncontent-length: 90000`;
      open(port, hall, `POST /api/booth HTTP/1.1\r\n${head}\r\n\r\n{`);
    }
    await sleep(500);
    const headers = { authorization: `Bearer ${"c".repeat(240)}.d.e` };
    return (await ask(port, elsewhere, "/api/booth", { body: "{}", headers })).status;
  }

  test("have rows for as many connections as there may be", async () => {
    expect(await saidBeside((same) => same)).toBe(401);
  });

  test("fill a small zone, which refuses everybody (broken twin)", async () => {
    expect(await saidBeside((settings) => replaced(settings, "uploads:200m", "uploads:32k"))).toBe(503);
  });
});

test("pages read Saha's clock, not nginx's, which may be wrong", async () => {
  const { port } = await openDoor((same) => same);
  const date = new Date(Date.now() + 170_000).toUTCString();
  const setDate = (_: unknown, answer: ServerResponse) => {
    const writeHead = answer.writeHead.bind(answer) as (...args: unknown[]) => ServerResponse;
    answer.writeHead = (...args: unknown[]) => {
      answer.setHeader("date", date);
      return writeHead(...args);
    };
  };
  saha.app.server.prependListener("request", setDate);
  expect(await ask(port, elsewhere, "/api/main-theme")).toMatchObject({ status: 200, headers: { date } });
  saha.app.server.off("request", setDate);
});

test("a form of a session that has ended is told so as by Saha, in the own language", async () => {
  const { port } = await openDoor((same) => same);
  for (const [message, language] of [
    ["يلزم تسجيل الدخول", "ar"],
    ["Sign in first", "en"],
  ] as const) {
    const headers = { authorization: `Bearer ${"c".repeat(240)}.d.e`, "accept-language": language };
    const refused = await ask(port, elsewhere, "/api/booth", { body: "{}", headers });
    expect(refused).toMatchObject({ status: 401, headers: { "content-type": "application/json" } });
    expect(JSON.parse(refused.text)).toMatchObject({ code: "auth.required", message });
  }
});

describe("the sockets of a hall", () => {
  const handshake = [
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
    "host: saha",
    "upgrade: websocket",
    "connection: Upgrade",
    "sec-websocket-version: 13",
    "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==",
    "\r\n",
  ].join("\r\n");

  async function shake(port: number): Promise<string> {
    const [answer] = await once(open(port, hall, handshake), "data");
    return String(answer).slice(0, 12);
  }

  test("are in no count while they are open", async () => {
    const { port } = await openDoor();
    for (let n = 0; n < 6; n++) expect(await shake(port)).toBe("HTTP/1.1 101");
    expect(await ask(port, hall, "/api/main-theme")).toMatchObject({ status: 200 });
  });

  test("shut its pages out where an address's requests are counted with them (broken twin)", async () => {
    const { port } = await openDoor((settings) =>
      replaced(
        replaced(settings, "limit_conn_zone $new_reader", "limit_conn_zone $binary_remote_addr zone=all:1m; $&"),
        "limit_conn new_readers",
        "limit_conn all 6; $&",
      ),
    );
    for (let n = 0; n < 6; n++) expect(await shake(port)).toBe("HTTP/1.1 101");
    expect(await ask(port, hall, "/api/main-theme")).toMatchObject({ status: 503 });
  });

  test("are opened so many in a second", async () => {
    const { port } = await openDoor((settings) =>
      replaced(replaced(settings, "rate=500r/s", "rate=1r/m"), "zone=sockets burst=1000", "zone=sockets burst=1"),
    );
    const answers = [await shake(port), await shake(port), await shake(port)];
    expect(answers).toEqual(["HTTP/1.1 101", "HTTP/1.1 101", "HTTP/1.1 503"]);
    expect(await ask(port, hall, "/api/main-theme")).toMatchObject({ status: 200 });
  });
});
