import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { refuseUnreadBodies } from "./unread-bodies.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What a server says to a request with a body that it does not read, and how much of that body it keeps meanwhile. */
async function send(method: string, bytes: number, refuse = refuseUnreadBodies) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    setTimeout(() => response.end("read"), 200);
  });
  refuse(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  closing.push(
    () => socket.destroy(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const head = `${method} / HTTP/1.1\r\nhost: saha\r\nconnection: close\r\ncontent-length: ${bytes}\r\n\r\n`;
  socket.write(head + "a".repeat(bytes));
  await sleep(100);
  const kept = asked[0]?.readableLength ?? 0;
  return { answer: await text(socket), kept };
}

test.each(["GET", "HEAD", "OPTIONS"])(
  "a long body of %s is refused by its head, and nothing of it kept",
  async (of) => {
    const { answer, kept } = await send(of, 60_000);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"request\.too_large"/s);
    expect(kept).toBe(0);
  },
);

test("a short one is passed over, a body of POST left to its route", async () => {
  expect((await send("GET", 1_024)).answer).toContain("200 OK");
  expect((await send("POST", 60_000)).answer).toContain("200 OK");
});

test("it is kept while the request waits where nobody looks (broken twin)", async () => {
  expect((await send("GET", 60_000, () => {})).kept).toBeGreaterThan(50_000);
});
