import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { readDrippingBodiesRarely } from "./dripping-bodies.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/**
 * Sends a body of so many parts, each by itself, and counts in how many it is read; the answer tells its length, or
 * comes before the body.
 */
async function send(parts: string[], { restMs, isRefused = false }: { restMs?: number; isRefused?: boolean } = {}) {
  const app = Fastify();
  if (restMs !== undefined) readDrippingBodiesRarely(app.server, { parts: 4, bytes: 256, restMs });
  const lengths = new Set<number>();
  app.server.on("connection", (connection) => {
    const looking = setInterval(() => lengths.add(connection.bytesRead), 1);
    closing.push(() => clearInterval(looking));
  });
  app.addHook("onRequest", async (_request, reply) => (isRefused ? reply.send({ length: 0 }) : undefined));
  app.post("/", async ({ body }) => ({ length: JSON.stringify(body).length }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").setNoDelay();
  closing.push(() => socket.destroy());
  const body = parts.join("");
  const head = `host: saha\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  socket.write(`POST / HTTP/1.1\r\n${head}\r\n`);
  const answered = once(socket, "data") as Promise<[Buffer]>;
  for (const part of parts) {
    await sleep(5);
    socket.write(part);
  }
  const [answer] = await answered;
  await expect.poll(() => Math.max(...lengths)).toBeGreaterThan(body.length);
  return {
    reads: lengths.size,
    length: JSON.parse(String(answer).split("\r\n\r\n")[1] ?? "").length as number,
    of: body.length,
  };
}

const crumbs = [...JSON.stringify("x".repeat(100))];

test("a body that drips is read whole in a few parts", async () => {
  const { reads, length, of } = await send(crumbs, { restMs: 200 });
  expect(length).toBe(of);
  expect(reads).toBeLessThan(20);
});

test("so is one that goes on after its answer", async () => {
  const { reads, length } = await send(crumbs, { restMs: 200, isRefused: true });
  expect(length).toBe(0);
  expect(reads).toBeLessThan(20);
});

test.each([false, true])("each byte would be read by itself, after its answer: %s (broken twin)", async (isRefused) => {
  expect((await send(crumbs, { isRefused })).reads).toBeGreaterThan(50);
});

test("a body whose parts are as long as a browser's is read as it comes", async () => {
  const parts = Array.from({ length: 20 }, (_, n) => `${n === 0 ? '"' : ""}${"x".repeat(1400)}${n === 19 ? '"' : ""}`);
  const began = performance.now();
  const { length, of } = await send(parts, { restMs: 60_000 });
  expect(length).toBe(of);
  expect(performance.now() - began).toBeLessThan(10_000);
});
