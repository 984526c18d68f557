import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { expect, test } from "vitest";
import { connectionReader } from "./connection-of.ts";

/** What is read of a request on one of two connections of an address. */
function read(remoteAddress: string, headers: Record<string, string>) {
  const server = new EventEmitter() as Server;
  const connectionOf = connectionReader(server, ["10.0.0.0/8"]);
  const [first, second] = [{ remoteAddress }, { remoteAddress }] as IncomingMessage["socket"][];
  for (const socket of [first, second]) server.emit("connection", socket);
  return connectionOf({ socket: second as IncomingMessage["socket"], headers });
}

test.each([
  ["10.0.0.1", "4711", "10.0.0.1 4711"],
  ["10.0.0.2", "4711", "10.0.0.2 4711"],
  ["203.0.113.9", "4711", "2"],
  ["10.0.0.1", "", "2"],
  ["10.0.0.1", "7".repeat(41), "2"],
  ["10.0.0.1", "<script>", "2"],
])("a request of %s with the connection %j is of the connection %s", (remoteAddress, id, name) => {
  expect(read(remoteAddress, { "x-connection-id": id }).name).toBe(name);
});

test.each([
  ["12.345", 12_345],
  ["0.000", 0],
  ["-1", Number.POSITIVE_INFINITY],
  ["soon", Number.POSITIVE_INFINITY],
])("a proxy's connection of %j seconds is %d ms old", (seconds, ageMs) => {
  const headers = { "x-connection-id": "4711", "x-connection-seconds": seconds };
  expect(read("10.0.0.1", headers).ageMs).toBe(ageMs);
});

test("a connection of no proxy is as old as its socket, whatever it says", () => {
  const headers = { "x-connection-id": "4711", "x-connection-seconds": "60" };
  expect(read("203.0.113.9", headers).ageMs).toBeLessThan(1_000);
});
