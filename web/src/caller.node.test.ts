import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { api, problems } from "@saha/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCaller, isLost, Offline, Refusal, type Tokens } from "./caller.ts";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

let server: Server;
let base: string;
let seen: Seen[];
let tokens: Tokens | null;
let renewed: string[];
let ended: Tokens[];
let answer: (response: Parameters<RequestListener>[1], request: Seen) => void;

beforeEach(async () => {
  seen = [];
  renewed = [];
  ended = [];
  tokens = { access: "access-1", refresh: "refresh-1" };
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    seen.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

function caller(language: "ar" | "en" = "ar") {
  return createCaller({
    base,
    tokens: () => tokens,
    renew: (access) => renewed.push(access),
    ended: (of) => ended.push(of),
    language: () => language,
    offlineSentence: () => "no connection",
    device: () => "this-browser",
  });
}

function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

const refusal = (code: string, more = {}) => ({ code, message: "a sentence", requestId: "r-1", ...more });

test("a call carries both tokens, the language and its JSON, and gives back what stands in data", async () => {
  answers(201, { data: { id: 3 } });
  const data = await caller("en")(api.purchases.reserve, { body: { ticketId: 9 } }, { idempotencyKey: "press-1" });
  expect(data).toEqual({ id: 3 });
  expect(seen[0]).toMatchObject({ method: "POST", url: "/api/ticket-purchase", body: '{"ticketId":9}' });
  expect(seen[0]?.headers).toMatchObject({
    authorization: "Bearer access-1",
    "x-refresh-token": "refresh-1",
    "accept-language": "en",
    "idempotency-key": "press-1",
    "content-type": "application/json",
  });
});

test("a visitor's call carries no token", async () => {
  tokens = null;
  answers(200, { data: {} });
  await caller()(api.auth.sendVerification, { body: { email: "a@b.co" } });
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(seen[0]?.headers["x-refresh-token"]).toBeUndefined();
});

test("every call of auth says which browser it is, and so does what mails a code; others do not", async () => {
  answers(200, { data: {} });
  await caller()(api.auth.recoverPassword, { body: { email: "a@b.co" } });
  await caller()(api.profiles.update, { params: { userId: "1" }, body: { email: "a@b.co" } });
  await caller()(api.tickets.list);
  expect(seen.map(({ headers }) => headers["x-device"])).toEqual(["this-browser", "this-browser", undefined]);
});

test("names in the path are filled, and nothing typed can leave its place there", async () => {
  answers(200, { data: { id: 1 } });
  await caller()(api.purchases.remove, { params: { id: "../user?x=1" } });
  expect(seen[0]?.url).toBe("/api/ticket-purchase/..%2Fuser%3Fx%3D1");
});

test("a body with a file goes as a form, its other fields as text and missing ones not at all", async () => {
  answers(200, { data: {} });
  const logo = new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" }) as unknown as string;
  await caller()(api.themes.updateMain, { body: { primary: "#112233", secondary: undefined, logo } as never });
  expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(seen[0]?.body).toContain('name="primary"\r\n\r\n#112233');
  expect(seen[0]?.body).toContain('filename="logo.svg"');
  expect(seen[0]?.body).not.toContain("secondary");
});

test("an answer with x-access-token replaces the access token, a refusal's too", async () => {
  answers(200, { data: [] }, { "x-access-token": "access-2" });
  await caller()(api.tickets.list);
  answers(409, refusal("ticket.sold_out"), { "x-access-token": "access-3" });
  await expect(caller()(api.purchases.reserve, { body: { ticketId: 1 } })).rejects.toThrow("a sentence");
  expect(renewed).toEqual(["access-2", "access-3"]);
});

test.each([401, 403])("what a firewall says with status %i ends no session", async (status) => {
  for (const words of [
    { message: "Forbidden" },
    { message: "Access denied", code: 1020 },
    { code: "FORBIDDEN" },
    { code: "access.denied" },
  ]) {
    answers(status, words);
    await expect(caller()(api.auth.me)).rejects.toMatchObject({ status });
  }
  answer = (response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<html>Are you a robot?</html>");
  await expect(caller()(api.auth.me)).rejects.toMatchObject({ status, code: null });
  expect(ended).toEqual([]);
});

test.each([401, 403])("%i ends the session that asked", async (status) => {
  answers(status, refusal(status === 401 ? "auth.required" : "auth.forbidden"));
  await expect(caller()(api.auth.me)).rejects.toBeInstanceOf(Refusal);
  expect(ended).toEqual([{ access: "access-1", refresh: "refresh-1" }]);
});

test.each([400, 404, 409, 422, 429, 500, 503])("%i ends no session", async (status) => {
  answers(status, refusal("request.invalid"));
  await expect(caller()(api.auth.me)).rejects.toMatchObject({ status });
  expect(ended).toEqual([]);
});

test("a refusal keeps its code, issues, details and how long to wait", async () => {
  const issues = [{ field: "username", message: "taken" }];
  answers(429, refusal("auth.too_many_attempts", { issues, details: { left: 0 } }), { "retry-after": "30" });
  await expect(caller()(api.auth.me)).rejects.toMatchObject({
    code: "auth.too_many_attempts",
    message: "a sentence",
    issues,
    details: { left: 0 },
    retryAfter: 30,
  });
});

describe("asked for a proof of work", () => {
  const challenge = { algorithm: "SHA-256", challenge: "c", maxnumber: 1, salt: "s", signature: "x" };
  const needed = JSON.stringify(refusal("proof.needed", { details: { challenge } }));
  const proving = (prove: () => Promise<string>) =>
    createCaller({
      base,
      tokens: () => tokens,
      renew: () => {},
      ended: () => {},
      language: () => "ar",
      offlineSentence: () => "no connection",
      prove,
    });
  const body = { username: "u", password: "p", password_confirmation: "p" };

  test("a call solves it and is sent again by itself, with the same key and body", async () => {
    answer = (response, { headers }) => {
      const isProven = headers["x-proof"] === "solved 2";
      response.writeHead(isProven ? 201 : 409).end(isProven ? '{"data":{"id":1}}' : needed);
    };
    let solved = 0;
    const prove = vi.fn(async () => `solved ${++solved}`);
    const call = proving(prove)(api.auth.register, { body }, { idempotencyKey: "press-1" });
    await expect(call).resolves.toEqual({ id: 1 });
    expect(prove).toHaveBeenCalledWith(challenge, undefined);
    expect(seen.map(({ headers }) => headers["x-proof"])).toEqual([undefined, "solved 1", "solved 2"]);
    expect(new Set(seen.map(({ body: sent, headers }) => sent + headers["idempotency-key"])).size).toBe(1);
  });

  test("again and again, it gives up with the server's sentence", async () => {
    answer = (response) => response.writeHead(409).end(needed);
    await expect(proving(async () => "solved")(api.auth.register, { body })).rejects.toMatchObject({
      code: "proof.needed",
      message: "a sentence",
    });
    expect(seen).toHaveLength(25);
  });

  test("that can't be worked out, as without the worker's file, is told as no connection", async () => {
    answer = (response) => response.writeHead(409).end(needed);
    const call = proving(() => Promise.reject(new TypeError("Failed to fetch")))(api.auth.register, { body });
    await expect(call).rejects.toThrow("no connection");
  });

  test("given up by its screen, it is no longer worked at", async () => {
    answer = (response) => response.writeHead(409).end(needed);
    const controller = new AbortController();
    const prove = () =>
      new Promise<string>((_, reject) =>
        controller.signal.addEventListener("abort", () => reject(controller.signal.reason)),
      );
    const call = proving(prove)(api.auth.register, { body }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});

test("an empty answer to logout is no error", async () => {
  answer = (response) => response.writeHead(204).end();
  await expect(caller()(api.auth.logout)).resolves.toBeUndefined();
  // To what has an answer it is a proxy's, and the press may be sent again.
  const given = caller()(api.purchases.reserve, { body: { ticketId: 1 } });
  await expect(given.catch(isLost)).resolves.toBe(true);
});

test("no server at all is told as no connection, in its own sentence", async () => {
  await new Promise((resolve) => server.close(resolve));
  await expect(caller()(api.auth.me)).rejects.toBeInstanceOf(Offline);
  await expect(caller()(api.auth.me)).rejects.toThrow("no connection");
  expect(ended).toEqual([]);
});

test.each([
  ["a proxy's page", 502, "<html>Bad gateway</html>"],
  ["an empty failure", 500, "{}"],
  ["a host's JSON with a code of its own", 502, '{"code":502,"message":"Application failed to respond"}'],
  ["a firewall's JSON", 403, '{"code":"FORBIDDEN","message":"Forbidden"}'],
  ["half an answer", 200, '{"data":'],
  ["an answer of somebody else", 200, '{"ok":true}'],
  ["a success without data", 200, '{"data":null}'],
  ["no words at all", 200, ""],
])("%s is an answer without a sentence, so that each place says its own", async (_, status, text) => {
  answer = (response) => response.writeHead(status).end(text);
  await expect(caller()(api.auth.me)).rejects.toMatchObject({ name: "Refusal", status, code: null, message: "" });
  await expect(caller()(api.auth.me).catch(isLost)).resolves.toBe(true);
});

test("every refusal of the contract is known as ours", async () => {
  for (const code of Object.keys(problems)) {
    answers(409, refusal(code));
    if (code === "proof.needed") continue;
    await expect(caller()(api.auth.me)).rejects.toMatchObject({ code, message: "a sentence" });
  }
});

test("an answer that breaks off is no answer", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"data":', () => response.destroy());
  };
  await expect(caller()(api.auth.me)).rejects.toBeInstanceOf(Offline);
});

test("a call that its screen gave up fails as given up, not as lost", async () => {
  answer = () => {};
  const controller = new AbortController();
  const call = caller()(api.auth.me, undefined, { signal: controller.signal });
  setTimeout(() => controller.abort(), 30);
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  server.closeAllConnections();
});
