import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { limitPipelining } from "./pipelined-requests.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openHall(max?: number, atOnce = max) {
  const asked = { slow: 0, large: 0, nowhere: 0, heads: 0 };
  const app = fastify({
    forceCloseConnections: true,
    http: { requireHostHeader: false },
    frameworkErrors: (_error, _request, reply) => {
      asked.nowhere++;
      reply.raw.end();
    },
  });
  app.get("/", async () => "quick");
  app.get("/large", async () => {
    asked.large++;
    return Buffer.alloc(20_000_000);
  });
  app.get("/parts", (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-length": 4 }).write("text");
    setTimeout(() => reply.raw.end(), 300);
  });
  app.get("/slow", async () => {
    asked.slow++;
    return new Promise<string>(() => {});
  });
  limitPipelining(app.server, max, atOnce);
  app.server.prependListener("request", () => asked.heads++);
  await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  closing.push(() => socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  const ask = (path: string, times = 1, header = "") =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: saha\r\n${header}\r\n`.repeat(times));
  return { asked, socket, ask };
}

test("a connection that asks a hundred times at once is closed, and hardly any of it is begun", async () => {
  const { asked, socket, ask } = await openHall();
  ask("/slow", 100);
  await once(socket, "close");
  expect(asked.slow).toBe(1);
  // What stands behind them in the packet is not parsed either.
  expect(asked.heads).toBe(3);
});

test("without the limit all of it is begun (broken twin)", async () => {
  const { asked, ask } = await openHall(Number.POSITIVE_INFINITY);
  ask("/slow", 100);
  await expect.poll(() => asked.slow).toBe(100);
  expect(asked.heads).toBe(100);
});

test("what comes before an answer begins once that is out, and is answered behind it", async () => {
  const { asked, socket, ask } = await openHall();
  let answers = "";
  socket.on("data", (bytes) => {
    answers += bytes;
  });
  ask("/", 2);
  await expect.poll(() => answers.match(/200 OK/g)).toHaveLength(2);
  ask("/slow", 2);
  await expect.poll(() => asked.heads).toBe(4);
  expect(asked.slow).toBe(1);
  const { asked: twin, ask: askTwin } = await openHall(2);
  askTwin("/slow", 2);
  await expect.poll(() => twin.slow).toBe(2);
});

test("one whose second request brings a long body before the first is answered is closed, a short one waits", async () => {
  const { asked, socket, ask } = await openHall();
  ask("/slow", 1);
  ask("/slow", 1, "content-length: 1024\r\n");
  await expect.poll(() => asked.heads).toBe(2);
  expect(socket.destroyed).toBe(false);
  const { socket: long, ask: askLong } = await openHall();
  askLong("/slow", 1);
  askLong("/slow", 1, "content-length: 1025\r\n");
  await once(long, "close");
});

test("a form that comes once the answer is out, before that counts as sent, is begun", async () => {
  const { asked, socket, ask } = await openHall();
  // Read by nobody, so that it does not count as sent.
  socket.pause();
  ask("/large");
  await expect.poll(() => asked.large).toBe(1);
  ask("/slow", 1, "content-length: 5000000\r\n");
  await expect.poll(() => asked.slow).toBe(1);
});

test("a form that comes once an answer in parts is out, before its end, is begun after it", async () => {
  const { asked, socket, ask } = await openHall();
  ask("/parts");
  await once(socket, "data");
  ask("/slow", 1, "content-length: 2000\r\n");
  await expect.poll(() => asked.heads).toBe(2);
  expect(asked.slow).toBe(0);
  await expect.poll(() => asked.slow).toBe(1);
  expect(socket.destroyed).toBe(false);
});

test("one that names no host is refused once, whatever stands behind it", async () => {
  const { asked, socket } = await openHall();
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes;
  });
  socket.write("GET /slow HTTP/1.1\r\n\r\n".repeat(1000));
  await once(socket, "close");
  expect(answer.match(/HTTP\/1\.1 400/g)).toHaveLength(1);
  expect(asked.slow).toBe(0);
  expect(asked.heads).toBeLessThanOrEqual(3);
});

test("so is one that asks for what no route answers", async () => {
  const { asked, socket, ask } = await openHall();
  socket.resume();
  ask("/%", 100);
  await once(socket, "close");
  expect(asked.nowhere).toBe(2);
  const without = await openHall(Number.POSITIVE_INFINITY);
  without.ask("/%", 100);
  await expect.poll(() => without.asked.nowhere).toBe(100);
});

test("so is one that expects what Node knows nothing of", async () => {
  const { asked, socket, ask } = await openHall();
  ask("/slow", 100, "expect: much\r\n");
  await once(socket, "close");
  expect(asked.slow).toBe(1);
});

test("a connection that waits for each answer may ask as often as it likes", async () => {
  const { socket, ask } = await openHall();
  for (let n = 0; n < 50; n++) {
    ask("/");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("200 OK");
  }
  expect(socket.destroyed).toBe(false);
});
