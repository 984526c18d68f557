import { expect, test } from "vitest";
import { addressMatcher, networkOf, siteOf } from "./network.ts";

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7105", "203.0.113.5"],
  ["0:0:0:0:0:FFFF:203.0.113.9", "203.0.113.9"],
  ["64:ff9b::cb00:7105", "203.0.113.5"],
  ["64:ff9b::203.0.113.9", "203.0.113.9"],
  ["64:ff9b:1::203.0.113.9", "64:ff9b:1:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:0DB8:0007:1::1", "2001:db8:7:1"],
  ["::1", "0:0:0:0"],
])("%s belongs to the network %s", ([ip = "", network]) => {
  expect(networkOf(ip)).toBe(network);
});

test("networks of one site have its name, other sites another; an IPv4 address is of none", () => {
  expect(["2001:db8:7:1::1", "2001:DB8:0007:ffff::2", "2001:db8:8:1::1"].map(siteOf)).toEqual([
    "2001:db8:7::/48",
    "2001:db8:7::/48",
    "2001:db8:8::/48",
  ]);
  expect(["::ffff:203.0.113.9", "::ffff:cb00:7105", "64:ff9b::cb00:7105"].map(siteOf)).toEqual([null, null, null]);
});

test("a venue is named by address or range, in either family", () => {
  const isVenue = addressMatcher(["203.0.113.9", "10.20.0.0/16", "2001:db8::/32"]);
  const inside = ["203.0.113.9", "::ffff:203.0.113.9", "64:ff9b::cb00:7109", "10.20.30.40", "2001:db8:5::1"];
  expect(inside.map(isVenue)).toEqual(inside.map(() => true));
  expect(["203.0.113.10", "64:ff9b::cb00:710a", "10.21.0.1", "2001:db9::1", "", "unknown"].map(isVenue)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(addressMatcher([])("203.0.113.9")).toBe(false);
});

test.for(["64:ff9b::/96", "64:ff9b::a00:5", "64:ff9b::10.0.0.5"])("what is listed as %s is found", (range) => {
  const isProxy = addressMatcher([range]);
  expect(["64:ff9b::a00:5", "64:ff9b::10.0.0.5", "2001:db8::a00:5"].map(isProxy)).toEqual([true, true, false]);
});
