import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { refuseTinyChunks } from "./tiny-chunks.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const none = { free: Number.POSITIVE_INFINITY, bytesEach: 0 };
const crumb = "1\r\na\r\n";
const slice = `400\r\n${"a".repeat(1024)}\r\n`;

/** A server that reads what is posted to `/read`, and answers everything else before it has read anything. */
async function openHall(limits?: typeof none) {
  const seen = { chunks: 0, sockets: [] as Socket[] };
  const server = createServer((request, response) => {
    if (request.url !== "/read") return void response.end("refused");
    request
      .on("data", () => seen.chunks++)
      .on("end", () => response.end("read"))
      .on("error", () => {});
  });
  server.on("connection", (socket) => seen.sockets.push(socket));
  refuseTinyChunks(server, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  closing.push(() => socket.destroy());
  socket.on("error", () => {}).setEncoding("utf8");
  await once(socket, "connect");
  let answers = "";
  socket.on("data", (text: string) => {
    answers += text;
  });
  const ask = (path: string) =>
    socket.write(`POST ${path} HTTP/1.1\r\nhost: saha\r\ntransfer-encoding: chunked\r\n\r\n`);
  const answered = (word: string, times = 1) =>
    expect.poll(() => answers.split(word).length - 1, { timeout: 10_000 }).toBe(times);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { seen, socket, ask, answered, closed };
}

test("a body of a hundred thousand chunks of one byte is hung up on after the first thousand", async () => {
  const { seen, socket, ask, closed } = await openHall();
  ask("/read");
  socket.write(crumb.repeat(100_000));
  await closed;
  expect(seen.chunks).toBeLessThanOrEqual(1000);
});

test("all of them are read without the limit (broken twin)", async () => {
  const { seen, socket, ask, answered } = await openHall(none);
  ask("/read");
  socket.write(`${crumb.repeat(100_000)}0\r\n\r\n`);
  await answered("read");
  expect(seen.chunks).toBeGreaterThanOrEqual(100_000);
});

test("what goes on after its answer is hung up on after some kilobytes", async () => {
  const { seen, socket, ask, answered, closed } = await openHall();
  ask("/");
  await answered("refused");
  socket.write(crumb.repeat(2_000_000));
  await closed;
  expect(seen.sockets[0]?.bytesRead).toBeLessThan(300_000);
});

test("it is read to its end without the limit (broken twin)", async () => {
  const { seen, socket, ask, answered } = await openHall(none);
  ask("/");
  await answered("refused");
  socket.write(crumb.repeat(200_000));
  await expect.poll(() => seen.sockets[0]?.bytesRead, { timeout: 10_000 }).toBeGreaterThan(1_200_000);
});

test("chunks of some size are taken however many they are, small ones by the hundred, and a rest that ends", async () => {
  const { seen, socket, ask, answered } = await openHall();
  ask("/read");
  socket.write(`${slice.repeat(2000)}0\r\n\r\n`);
  await answered("read");
  expect(seen.chunks).toBeGreaterThanOrEqual(2000);
  ask("/read");
  socket.write(`${crumb.repeat(900)}0\r\n\r\n`);
  await answered("read", 2);
  ask("/");
  await answered("refused");
  socket.write(slice.repeat(5000));
  socket.write(`${crumb.repeat(900)}0\r\n\r\n`);
  ask("/read");
  socket.write(`${slice.repeat(100)}0\r\n\r\n`);
  await answered("read", 3);
});
