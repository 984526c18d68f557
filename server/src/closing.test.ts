import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../test/free-port.ts";
import { openServer, type Server } from "../test/harness.ts";
import { buildApp } from "./app.ts";
import { openPort } from "./http/port.ts";

let saha: Server;
beforeAll(async () => {
  saha = await openServer();
});
afterAll(() => saha.close());

/** Sends the beginning of a request by a connection of its own; `finish` sends the rest and reads to the end. */
async function begin(port: number, start: string) {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const ended = new Promise((resolve) => {
    socket.on("data", (part) => {
      text += part;
    });
    socket.on("close", resolve);
  });
  socket.write(start);
  await sleep(50);
  return async (rest: string): Promise<string> => {
    socket.write(rest);
    await ended;
    return text;
  };
}

test("who asks while the server closes is refused in the form of all refusals, and no connection is kept", async () => {
  const door = openPort(await buildApp(saha.core));
  const port = await freePort();
  await door.listen({ port, host: "127.0.0.1" });
  const body = JSON.stringify({ identifier: "nobody", password: "a long good one" });
  const head = `host: saha\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  // By so many that some came by each listening socket.
  const beginOne = () => begin(port, `POST /api/auth/login HTTP/1.1\r\n${head}`);
  const finishBegun = await Promise.all(Array.from({ length: 20 }, beginOne));
  const finishLate = await begin(port, "GET /api/booth HTTP/1.1\r\nhost:");
  let isClosed = false;
  const closed = door.close().then(() => {
    isClosed = true;
  });
  const late = await finishLate(" saha\r\n\r\n");
  expect(late).toMatch(/^HTTP\/1.1 503 .*retry-after: 1\r\n.*connection: close\r\n/is);
  expect(JSON.parse(late.slice(late.indexOf("\r\n\r\n")))).toMatchObject({
    code: "server.busy",
    message: expect.stringMatching(/[ء-ي]/),
  });
  // What was begun before is answered.
  expect(isClosed).toBe(false);
  const answers = await Promise.all(finishBegun.map((finish) => finish(body)));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 4(22|29) .*connection: close\r\n/is);
  await closed;
  const [refusal] = await once(connect(port, "127.0.0.1"), "error");
  expect(refusal).toMatchObject({ code: "ECONNREFUSED" });
});
