import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "../src/http/serve.ts";
import { ar } from "../src/text/ar.ts";
import { en } from "../src/text/en.ts";
import { openBreakableLine } from "./breakable-line.ts";
import { pathOf, refusalOf, sessionHeaders } from "./caller.ts";
import { openServer } from "./harness.ts";
import { everyRow } from "./refused.ts";

const saha = await openServer();
const { given, query } = saha;
const admin = await given.user({ roleId: Role.Admin });
const json = { ...sessionHeaders(admin), "content-type": "application/json" };
afterAll(saha.close);

/** What a socket answers to bytes that are sent as they are. */
function raw(bytes: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(saha.address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", text = ""] = answer.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), text });
    });
  });
}

describe("an unknown address", () => {
  const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
  const paths = [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/ticket/1/2",
    "/api//ticket",
    "/api/..%2fticket",
    "/api/ticket%00",
  ];
  test.each(methods)("is 404 in the one shape by %s", async (method) => {
    for (const path of paths) {
      const answer = await saha.send(method, path, { headers: json, ...(method === "GET" ? {} : { body: "{}" }) });
      expect(refusalOf(answer).code, `${method} ${path}`).toBe("request.not_found");
    }
  });

  test.each(["PATCH", "OPTIONS"])("includes a known one by %s", async (method) => {
    expect(refusalOf(await saha.send(method, "/api/ticket", { headers: json })).code).toBe("request.not_found");
  });

  test("has no body by HEAD; a known one has the head of GET", async () => {
    const unknown = await saha.send("HEAD", "/api/nothing");
    expect([unknown.status, unknown.text]).toEqual([404, ""]);
    const known = await saha.send("HEAD", "/api/main-theme");
    expect([known.status, known.text, known.headers["content-type"]]).toEqual([
      200,
      "",
      "application/json; charset=utf-8",
    ]);
    expect((await saha.send("HEAD", "/api/auth/me")).status).toBe(401);
  });

  test.each(["/api/%zz", "/api/ticket/%", "/api/%E0%A4%A"])(
    "that can't be read, %s, is 400 in the shape",
    async (path) => {
      expect(refusalOf(await saha.send("GET", path)).code).toBe("request.broken");
    },
  );

  test("is read by its letters: %61pi is api, and its session counts", async () => {
    const answer = await saha.send("GET", "/%61pi/auth/me", { headers: sessionHeaders(admin) });
    expect(JSON.parse(answer.text).data.id).toBe(admin.id);
    const body = JSON.stringify({ identifier: "nobody", password: "12345678" });
    const login = await saha.send("POST", "/%61pi/auth/login", {
      headers: { "content-type": "application/json" },
      body,
    });
    expect(refusalOf(login).code).toBe("auth.wrong_credentials");
  });
});

describe("languages", () => {
  test.each([
    [undefined, "ar"],
    ["ar", "ar"],
    ["en", "en"],
    ["en-GB,en;q=0.9", "en"],
    ["ar-EG,ar;q=0.9,en;q=0.8", "ar"],
    ["fr-FR, en;q=0.5", "en"],
    ["de", "ar"],
    ["*", "ar"],
    ["", "ar"],
    ["x".repeat(3500), "ar"],
  ])("%j is answered in %s", async (accept, language) => {
    const headers = accept === undefined ? {} : { "accept-language": accept };
    const answer = await saha.send("GET", "/api/auth/me", { headers });
    expect(refusalOf(answer).message).toBe((language === "ar" ? ar : en)["auth.required"]);
    expect(answer.headers["content-language"]).toBe(language);
  });

  test("every refusal has its own sentence in both", () => {
    expect(Object.keys(ar)).toEqual(Object.keys(en));
    for (const code of Object.keys(ar) as (keyof typeof ar)[]) {
      expect(ar[code]).toMatch(/[ء-ي]/);
      expect(en[code]).toMatch(/^[\x20-\x7e’]+$/);
    }
  });
});

describe("bodies", () => {
  const withBody = endpoints().filter(({ endpoint }) => endpoint.body);
  const addressOf = ({ endpoint }: (typeof withBody)[number]) =>
    pathOf(endpoint, Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, 1])));
  const rolesOf = new Map<number, Awaited<ReturnType<typeof given.user>>>();
  const headersFor = async ({ endpoint: { access } }: (typeof withBody)[number]) => {
    const role = Array.isArray(access) ? access[0] : Role.Admin;
    if (!rolesOf.has(role)) rolesOf.set(role, await given.user({ roleId: role }));
    return sessionHeaders(rolesOf.get(role) ?? {});
  };

  test.each(withBody)("$name: forms, text and other formats are 415", async (call) => {
    const session = await headersFor(call);
    const types = [
      "application/x-www-form-urlencoded",
      "text/plain",
      "application/xml",
      "application/octet-stream",
      "*/*",
      "json",
    ];
    for (const type of [...types, ...(call.endpoint.files ? [] : ["multipart/form-data; boundary=x"])]) {
      const headers = { ...session, "content-type": type };
      const answer = await saha.send(call.endpoint.method, addressOf(call), { headers, body: "a=1" });
      expect(refusalOf(answer).code, type).toBe("request.media_type");
    }
  });

  test.each(withBody)("$name: broken JSON is 400, an empty body no error of its own", async (call) => {
    const headers = { ...(await headersFor(call)), "content-type": "application/json; charset=utf-8" };
    const send = (body: string | Buffer) => saha.send(call.endpoint.method, addressOf(call), { headers, body });
    for (const body of [
      "{",
      '{"a":}',
      "nul",
      "{'a':1}",
      '{"a":1}}',
      '{"__proto__":{"x":1}}',
      '{"a":{"__proto__":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
      "\u0000",
    ]) {
      expect(refusalOf(await send(body)).code, body).toBe("request.broken");
    }
    const empty = await send("");
    expect([200, 400, 404, 409, 422]).toContain(empty.status);
    if (empty.status >= 400) expect(refusalOf(empty).code).not.toBe("request.broken");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each(withBody)("$name: what is no object is 400", async (call) => {
    const headers = { ...(await headersFor(call)), "content-type": "application/json" };
    for (const body of [
      "null",
      "1",
      '"text"',
      "[]",
      "[{}]",
      "true",
      "[".repeat(100_000) + "]".repeat(100_000),
      `${'{"x":'.repeat(50_000)}1${"}".repeat(50_000)}`,
    ]) {
      const answer = await saha.send(call.endpoint.method, addressOf(call), { headers, body });
      // Where every field may be missing, an object of unknown ones is an empty change.
      expect(answer.status, body.slice(0, 10)).toBeLessThan(500);
      const isLong = body.length > 16 * 1024;
      if (isLong && answer.status === 413) expect(refusalOf(answer).code).toBe("request.too_large");
      else if (!body.startsWith("{") && body !== "null") expect(answer.status, body.slice(0, 10)).toBe(400);
      if (answer.status >= 400) refusalOf(answer);
    }
  });

  test("of more than 256 KB are 413", async () => {
    const body = `{"name":"${"x".repeat(256 * 1024)}"}`;
    expect(refusalOf(await saha.send("POST", "/api/ticket-category", { headers: json, body })).code).toBe(
      "request.too_large",
    );
  });

  test("of more than 4 KB are 413, of more than 1 KB where many want a row, of more than 16 KB for a survey's answer", async () => {
    const member = await given.user();
    const post = async (path: string, more: object, kilobytes = 4) => {
      const headers = { "content-type": "application/json", ...more };
      const body = `{"identifier":"${"x".repeat(kilobytes * 1024)}"}`;
      return refusalOf(await saha.send("POST", path, { headers, body })).code;
    };
    expect(await post("/api/auth/login", {})).toBe("request.too_large");
    expect(await post("/api/nothing", {})).toBe("request.too_large");
    // As long as JSON may spell the longest registration.
    const [username, password] = ["ع".repeat(40), "ع".repeat(128)];
    const fields = { username, riotId: "ع".repeat(20), email: `${"x".repeat(240)}@saha.example`, password };
    const registration = JSON.stringify({ ...fields, password_confirmation: `${password}x` });
    const spelt = registration.replaceAll("ع", "\\u0639").replaceAll("x", "\\u0078");
    expect((await saha.send("POST", "/api/auth/register", { headers: json, body: spelt })).status).toBe(400);
    const authorization = `Bearer ${member.accessToken}`;
    expect(await post("/api/survey-answer", { authorization }, 16)).toBe("request.too_large");
    expect(await post("/api/queue", { authorization }, 1)).toBe("request.too_large");
    expect(await post("/api/auth/change-password", { authorization })).toBe("request.too_large");
    // Before anybody is asked who sends it, for meanwhile its first 64 KB would stay in memory.
    expect(await post("/api/queue", {}, 1)).toBe("request.too_large");
    expect(await post("/api/queue", { "content-type": "multipart/form-data; boundary=x" }, 1)).toBe(
      "request.too_large",
    );
    const answer = { questionId: 1, answer: "x".repeat(2000) };
    // Spelt as long as JSON may spell it.
    const escaped = JSON.stringify(answer).replaceAll("x", "\\u0633");
    const headers = { "content-type": "application/json", authorization };
    expect((await saha.send("POST", "/api/survey-answer", { headers, body: escaped })).status).toBe(404);
  });

  test.each(["POST /api/ticket", "GET /api/nothing", "POST /%"])(
    "that come in chunks are hung up on, by %s",
    async (call) => {
      const { hostname, port } = new URL(saha.address);
      let read = () => 0;
      saha.app.server.once("connection", (socket: Socket) => {
        read = () => socket.bytesRead;
      });
      const socket = connect(Number(port), hostname);
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      socket.on("error", () => {}).resume();
      socket.write(`${call} HTTP/1.1\r\nhost: saha\r\ntransfer-encoding: chunked\r\n\r\n`);
      const crumbs = Buffer.from("1\r\na\r\n".repeat(10_000));
      const pour = () => {
        while (!socket.destroyed && socket.write(crumbs));
      };
      socket.on("drain", pour);
      pour();
      await closed;
      expect(read()).toBeLessThan(10_000_000);
    },
  );
});

describe("ids in a path", () => {
  const paths = endpoints()
    .filter(({ endpoint }) => endpoint.params && endpoint.access !== "public")
    .flatMap(({ name, endpoint }) =>
      Object.keys(endpoint.params?.shape ?? {}).map((param) => ({ name, endpoint, param })),
    );
  const noIds = [
    "0",
    "-1",
    "1.5",
    "2147483648",
    "1e400",
    "1e3",
    "abc",
    "%D9%A3",
    "null",
    "undefined",
    "0x1",
    "+1",
    "01",
    "1;drop%20table%20users",
    "%00",
    "%F0%9F%8E%AE",
    "9".repeat(199),
  ];

  test.each(paths)(
    "$name, $param: what is no id is 400 at that field, an id beyond length or use 404",
    async ({ endpoint, param }) => {
      const others = endpoint.path.replace(/:(\w+)/g, (all, name) => (name === param ? all : "1"));
      const at = (id: string) => `/api${others.replace(`:${param}`, id)}`;
      const before = await everyRow(query);
      const role = Array.isArray(endpoint.access) ? endpoint.access[0] : Role.Admin;
      const headers = { ...sessionHeaders(await given.user({ roleId: role })), "content-type": "application/json" };
      const valid = endpoint.body ? { body: "{}" } : {};
      for (const id of noIds) {
        const refusal = refusalOf(await saha.send(endpoint.method, at(id), { headers, ...valid }));
        expect(refusal, id).toMatchObject({ code: "request.invalid", issues: [{ field: param }] });
      }
      expect(refusalOf(await saha.send(endpoint.method, at("1".repeat(300)), { headers, ...valid })).code).toBe(
        "request.not_found",
      );
      const after = await everyRow(query);
      expect({ ...after, users: [] }).toEqual({ ...before, users: [] });
    },
  );
});

describe("what is no request", () => {
  test.each([
    ["rubbish", "hello\r\n\r\n", 400],
    ["a header without a name", "GET /api/main-theme HTTP/1.1\r\n: x\r\n\r\n", 400],
    ["a header of 20 KB", `GET /api/main-theme HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 413],
    [
      "two lengths",
      "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
      400,
    ],
    [
      "a length and chunks",
      "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}",
      400,
    ],
  ])("%s is refused in the shape, and the line is cut", async (_what, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: expect.stringMatching(/^request\./),
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  test.each([
    ["headers of 20 KB", "/api/auth/login", `${"x".repeat(5000)}\r\nx: `.repeat(4), 900_000],
    ["a body of 4 MB", "/api/auth/login", "", 4_000_000],
    ["a body of 4 MB to nowhere", "/api/nothing", "", 4_000_000],
    ["a body of 4 MB to what is no address", "/%25", "", 4_000_000],
    ["an address of 3,000 letters, with a body of 4 MB", `/?${"x".repeat(3000)}`, "", 4_000_000],
  ])("%s: whoever sends all of it before reading, as a proxy may, reads the answer and is not reset", async (...of) => {
    const [, path, header, length] = of;
    const { hostname, port } = new URL(saha.address);
    const socket = connect(Number(port), hostname);
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx: ${header}x\r\ncontent-type: application/json\r\n`;
    // In parts and with pauses, so that the answer is given long before the end.
    socket.write(`${head}content-length: ${length}\r\n\r\n`);
    for (let sent = 0; sent < length; sent += 100_000) {
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        socket.write("x".repeat(100_000), (error) => (error ? reject(error) : resolve()));
      });
      if (sent < 1_000_000) await sleep(5);
    }
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 (413|404) /);
    socket.destroy();
  });

  test("an expectation that nobody knows passes by no bound of addresses", async () => {
    const head = "host: x\r\nconnection: close\r\nexpect: much\r\n\r\n";
    expect((await raw(`GET /api/main-theme?${"a&".repeat(2000)} HTTP/1.1\r\n${head}`)).status).toBe(413);
    expect((await raw(`GET /api/main-theme HTTP/1.1\r\n${head}`)).status).toBe(200);
  });

  test.each([
    ["/", 200],
    ["/api/main-theme", 200],
    ["/api/nothing", 404],
    ["/socket.io", 404],
    ["/socket.io/", 400],
  ])("a wish for another protocol than the one that is spoken is passed over: %s is %i", async (path, status) => {
    const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n`;
    expect((await raw(head)).status).toBe(status);
  });

  test("a connection that is reset is nobody's error, whatever it had sent: no stack stands in the log", async () => {
    const { hostname, port } = new URL(saha.address);
    const before = saha.logged.length;
    const head = `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n`;
    for (const bytes of [
      "",
      "GET /api/main",
      "GET /api/main-theme HTTP/1.1\r\nhost: x\r\n\r\n",
      head,
      `${head}{"identif`,
    ]) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      await new Promise((resolve) => socket.once("connect", resolve));
      if (bytes) await new Promise((resolve) => socket.write(bytes, resolve));
      await sleep(20);
      socket.resetAndDestroy();
    }
    await sleep(100);
    const lines = saha.logged.slice(before).map((line) => JSON.parse(line) as { level: number; err?: object });
    expect(lines.filter(({ level, err }) => level >= 40 || err)).toEqual([]);
  });

  test("and the server goes on", async () => {
    expect((await saha.stranger(api.themes.main)).status).toBe(200);
  });
});

describe("health", () => {
  test("says live and ready, and nothing else", async () => {
    expect(JSON.parse((await saha.send("GET", "/api/health/live")).text)).toEqual({ data: { status: "live" } });
    expect(JSON.parse((await saha.send("GET", "/api/health/ready")).text)).toEqual({ data: { status: "ready" } });
  });

  test("with its database gone the server lives and answers 503, never 401; it is back without a restart", async () => {
    let line: Awaited<ReturnType<typeof openBreakableLine>> | undefined;
    const lonely = await openServer({
      wayTo: async (url) => {
        line = await openBreakableLine(url);
        return line.url;
      },
    });
    lonely.foreseeErrors();
    const member = await lonely.given.user();
    const get = (path: string) => lonely.send("GET", path, { headers: sessionHeaders(member) });
    expect((await get("/api/auth/me")).status).toBe(200);
    await line?.cut();
    expect((await get("/api/health/live")).status).toBe(200);
    for (const path of ["/api/health/ready", "/api/main-theme", "/api/auth/me", "/api/ticket-purchase/me"]) {
      const answer = await get(path);
      expect(refusalOf(answer).code, path).toBe("server.database_down");
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    await line?.mend();
    await expect.poll(async () => (await get("/api/auth/me")).status, { timeout: 5000 }).toBe(200);
    await lonely.close();
    await line?.cut();
  });
});

test("answers of the API are kept by no cache, and carry the walls", async () => {
  for (const spelt of ["/api/auth/me", "/%61pi/auth/me", "/api/nothing-here"]) {
    const answer = await saha.send("GET", spelt, { headers: sessionHeaders(admin) });
    expect(answer.headers["cache-control"], spelt).toBe("no-store");
  }
  const { headers } = await saha.send("GET", "/api/auth/me", { headers: sessionHeaders(admin) });
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("another origin is not let in, unless the settings name it", async () => {
  const origin = "https://evil.example";
  const closed = await saha.send("GET", "/api/main-theme", { headers: { origin } });
  expect(closed.headers["access-control-allow-origin"]).toBeUndefined();
  const open = await openServer({ config: { corsOrigins: ["https://web.example"] } });
  const ours = await open.send("GET", "/api/main-theme", { headers: { origin: "https://web.example" } });
  expect(ours.headers["access-control-allow-origin"]).toBe("https://web.example");
  expect(ours.headers["access-control-expose-headers"]).toContain("x-access-token");
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    const asked = "authorization,content-type,idempotency-key,x-refresh-token,x-device,accept-language";
    const headers = {
      origin: "https://web.example",
      "access-control-request-method": method,
      "access-control-request-headers": asked,
    };
    const preflight = await open.send("OPTIONS", "/api/ticket/1", { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toContain(method);
    expect(preflight.headers["access-control-allow-headers"]).toContain("x-refresh-token");
  }
  const theirs = await open.send("GET", "/api/main-theme", { headers: { origin } });
  expect(theirs.headers["access-control-allow-origin"]).not.toBe(origin);
  await open.close();
});

test("a head of more than a hundred lines is refused before anything reads it, and one of ninety is not", async () => {
  const withLines = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, "1"]));
  const refused = await saha.send("GET", "/api/ticket", { headers: withLines(200) });
  expect([refused.status, refusalOf(refused).code]).toEqual([413, "request.too_large"]);
  expect((await saha.send("GET", "/api/health/live", { headers: withLines(90) })).status).toBe(200);
});
