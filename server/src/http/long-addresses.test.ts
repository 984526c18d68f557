import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { refuseLongAddresses } from "./long-addresses.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/**
 * Asks for an address of so many letters, as a request or to upgrade; gives what was answered, and what was reached.
 */
async function ask(length: number, kind: "request" | "upgrade", limit = refuseLongAddresses) {
  const reached: string[] = [];
  const server = createServer((_, response) => {
    reached.push("request");
    response.end("here");
  });
  server.on("upgrade", (_, socket) => {
    reached.push("upgrade");
    socket.destroy();
  });
  limit(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  closing.push(
    () => socket.destroy(),
    () => server.close(),
  );
  const address = `/?${"a&".repeat(length / 2)}`.slice(0, length);
  const headers = kind === "upgrade" ? "connection: upgrade\r\nupgrade: websocket\r\n" : "connection: close\r\n";
  socket.write(`GET ${address} HTTP/1.1\r\nhost: saha\r\n${headers}\r\n`);
  return { answer: await text(socket), reached };
}

for (const kind of ["request", "upgrade"] as const) {
  test(`an address of more than 2,048 letters is refused before anything reads it: ${kind}`, async () => {
    const { answer, reached } = await ask(2050, kind);
    expect(reached).toEqual([]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"request.too_large"/s);
    expect((await ask(2048, kind)).reached).toEqual([kind]);
  });

  test(`one of 15,000 is read without the limit: ${kind} (broken twin)`, async () => {
    expect((await ask(15_000, kind, () => {})).reached).toEqual([kind]);
  });
}
