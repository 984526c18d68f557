import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { addressOf, connectionReader } from "./address-of.ts";

const proxy = "10.0.0.1";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8::1", "2001:db8::1"],
  ["203.0.113.9:4711", proxy],
  ["[2001:db8::1]:4711", proxy],
  ["unknown", proxy],
  ["<script>", proxy],
  ["", proxy],
  [undefined, proxy],
])("a forwarded %j counts as %s", (forwarded, address) => expect(addressOf(forwarded, proxy)).toBe(address));

test("without the check every port would be a network of its own (broken twin)", () => {
  const taken = ["203.0.113.9:1", "203.0.113.9:2"];
  expect(new Set(taken).size).toBe(2);
  expect(new Set(taken.map((forwarded) => addressOf(forwarded, proxy))).size).toBe(1);
});

test.each([
  ["10.0.0.1", "4711", "10.0.0.1 4711"],
  ["10.0.0.2", "4711", "10.0.0.2 4711"],
  ["203.0.113.9", "4711", "socket"],
  ["10.0.0.1", undefined, "socket"],
  ["10.0.0.1", "", "socket"],
  ["10.0.0.1", "7".repeat(41), "socket"],
  ["10.0.0.1", "<script>", "socket"],
])("a request of %s with the connection %j is of the connection %s", (remoteAddress, name, connection) => {
  const socket = { remoteAddress, toString: () => "socket" };
  const request = { socket, headers: { "x-connection-id": name } } as unknown as IncomingMessage;
  expect(String(connectionReader(["10.0.0.0/8"])(request))).toBe(connection);
});
