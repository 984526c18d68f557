import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { keepKnownHeaders } from "./known-headers.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends a head to a server, and hands out how it was kept and what was answered. */
async function send(lines: string[], open = keepKnownHeaders) {
  let kept: IncomingMessage | undefined;
  const server = createServer((request, response) => {
    kept = request;
    response.end();
  });
  open(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  closing.push(
    () => socket.destroy(),
    () => server.close(),
  );
  socket.write(`GET / HTTP/1.1\r\n${["Host: saha", ...lines].join("\r\n")}\r\n\r\n`);
  const [answer] = await once(socket, "data");
  const letters = JSON.stringify([kept?.headers, kept?.rawHeaders]).length;
  return { headers: kept?.headers, letters, status: Number(String(answer).split(" ")[1]) };
}

const unknown = Array.from({ length: 90 }, (_, n) => `X-Own-${n}: ${"a".repeat(140)}`);

test("of a head of 13 KB that nobody reads nothing is kept, and what is read is", async () => {
  const { headers, letters, status } = await send([
    ...unknown,
    "AUTHORIZATION: Bearer x",
    "X-Forwarded-For: 192.0.2.1",
  ]);
  expect(status).toBe(200);
  expect(headers).toEqual({ host: "saha", authorization: "Bearer x", "x-forwarded-for": "192.0.2.1" });
  expect(letters).toBeLessThan(200);
});

test("all of it is kept where nobody looks (broken twin)", async () => {
  expect((await send(unknown, () => {})).letters).toBeGreaterThan(20_000);
});

test("more than 4 KB or 40 lines of what is read are refused", async () => {
  const known = (count: number, length: number) => Array.from({ length: count }, () => `Accept: ${"a".repeat(length)}`);
  expect((await send(known(1, 4_000))).status).toBe(200);
  expect((await send(known(1, 4_100))).status).toBe(413);
  expect((await send(known(39, 1))).status).toBe(200);
  expect((await send(known(40, 1))).status).toBe(413);
});
