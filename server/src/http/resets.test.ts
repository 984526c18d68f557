import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { refuseLongAddresses } from "./long-addresses.ts";
import { hearResets } from "./resets.ts";

const saha = await openServer();
afterAll(saha.close);

/** What would end the process of a server whose handshakes are reset as soon as something is answered, or at once. */
async function errorsOf(port: number): Promise<string[]> {
  const ended: string[] = [];
  const usual = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", ({ message }) => ended.push(message));
  for (const address of [
    "/",
    "/socket.io/",
    `/socket.io/?${"a".repeat(2100)}`,
    "/socket.io/?EIO=4&transport=websocket",
  ]) {
    for (const isAnswered of [true, false]) {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
      await once(socket, "connect");
      socket.write(`GET ${address} HTTP/1.1\r\nhost: saha\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
      if (isAnswered) await Promise.race([once(socket, "data"), once(socket, "end"), sleep(1_000)]);
      else await sleep(20);
      socket.resetAndDestroy();
      await sleep(50);
    }
  }
  process.removeAllListeners("uncaughtException");
  for (const listener of usual) process.on("uncaughtException", listener);
  return ended;
}

test("handshakes that are reset end no process", async () => {
  expect(await errorsOf(Number(new URL(saha.address).port))).toEqual([]);
});

test("one that is refused by its length ends it where nobody hears of it (broken twin)", async () => {
  const refuse = async (hear: (server: Server) => void) => {
    const server = createServer().on("upgrade", (_, socket) => socket.destroy());
    hear(server);
    refuseLongAddresses(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const errors = await errorsOf((server.address() as AddressInfo).port);
    server.close();
    return errors;
  };
  expect(await refuse(() => {})).toContain("read ECONNRESET");
  expect(await refuse(hearResets)).toEqual([]);
});
