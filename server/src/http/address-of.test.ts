import { expect, test } from "vitest";
import { addressOf } from "./address-of.ts";

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
