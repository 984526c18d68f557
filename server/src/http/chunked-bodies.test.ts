import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { refuseChunkedBodies } from "./chunked-bodies.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const chunk = "1\r\na\r\n";

/** What a server answers to a body of 10,000 chunks in one packet, and how many of them its parser has found. */
async function pour(refuse: typeof refuseChunkedBodies) {
  let found = 0;
  const server = createServer((request, response) => {
    const push = request.push.bind(request);
    request.push = (part) => {
      found++;
      return push(part);
    };
    request.on("error", () => {}).resume();
    response.end("read");
  });
  refuse(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  closing.push(
    () => socket.destroy(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const head = "POST / HTTP/1.1\r\nhost: saha\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
  socket.write(`${head}${chunk.repeat(10_000)}0\r\n\r\n`);
  const answer = await text(socket);
  return { answer, found };
}

test("a body in chunks is refused by its head, and none of them is parsed", async () => {
  const { answer, found } = await pour(refuseChunkedBodies);
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"request\.broken"/s);
  expect(found).toBe(0);
});

test("all of them are parsed without it (broken twin)", async () => {
  const { answer, found } = await pour(() => {});
  expect(answer).toContain("HTTP/1.1 200 OK");
  expect(found).toBeGreaterThan(5_000);
});
