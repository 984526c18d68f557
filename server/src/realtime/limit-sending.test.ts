import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { limitSending } from "./limit-sending.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A connection to a server that counts what it reads of it. */
async function openConnection(limit: typeof limitSending) {
  const read = { bytes: 0 };
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      read.bytes += chunk.length;
    });
    limit(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {}).resume();
  closing.push(
    () => socket.destroy(),
    () => server.close(),
  );
  await once(socket, "connect");
  return { read, socket, closed: new Promise((resolve) => socket.once("close", () => resolve("closed"))) };
}

const flood = Buffer.alloc(200_000, "x");

test("what a socket sends in excess is read by nobody, and it is hung up on", async () => {
  const { read, socket, closed } = await openConnection(limitSending);
  socket.write(flood);
  expect(await closed).toBe("closed");
  expect(read.bytes).toBeLessThanOrEqual(256);
});

test("without the limit all of it is read (broken twin)", async () => {
  const { read, socket } = await openConnection(() => {});
  socket.write(flood);
  await expect.poll(() => read.bytes, { timeout: 10_000 }).toBe(flood.length);
});

test("who sends no more than is allowed each second may go on", async () => {
  const { read, socket } = await openConnection((connection) =>
    limitSending(connection, { atOnce: 10, perSecond: 1000, perPacket: 1 }),
  );
  for (let sent = 0; sent < 100; sent += 10) {
    socket.write("0123456789");
    await expect.poll(() => read.bytes).toBe(sent + 10);
    await sleep(10);
  }
  expect(socket.destroyed).toBe(false);
});

/** Whether a socket is hung up on that sends twenty packets of a byte, far less than it may send at once. */
async function isEndedByDripping(limit: typeof limitSending): Promise<boolean> {
  const { socket, read } = await openConnection(limit);
  socket.setNoDelay();
  for (let sent = 1; sent <= 20 && !socket.destroyed; sent++) {
    socket.write("x");
    await expect.poll(() => read.bytes === sent || socket.destroyed).toBe(true);
  }
  return socket.destroyed;
}

test("who sends by the byte is hung up on: a packet counts as thirty bytes at least", async () => {
  expect(await isEndedByDripping(limitSending)).toBe(true);
});

test("without that it may go on, within its bytes (broken twin)", async () => {
  const byBytes = (connection: Parameters<typeof limitSending>[0]) =>
    limitSending(connection, { atOnce: 256, perSecond: 32, perPacket: 1 });
  expect(await isEndedByDripping(byBytes)).toBe(false);
});
