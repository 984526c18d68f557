import { expect, test, vi } from "vitest";
import { networkOf } from "./network.ts";
import { RecentTurns } from "./recent-turns.ts";
import { openRing, type Place, placeOf, placeOfMember, placeOfName } from "./ring.ts";

const site = (network: number) => `2001:db8:7:${network.toString(16)}::1`;
const honest = ["203.0.113.9", "2001:db8:8:1::1"];

/** At which turns two honest addresses come that wait behind a hundred networks of one IPv6 site. */
function turnsBehindSite(place: (ip: string) => Place): number[] {
  const ring = openRing<string>();
  const crowd = Array.from({ length: 100 }, (_, n) => site(n));
  for (const ip of [...crowd, ...crowd, ...honest]) ring.add(place(ip), ip);
  const order = Array.from({ length: ring.size() }, () => ring.take());
  expect(ring.take()).toBeUndefined();
  return honest.map((ip) => order.indexOf(ip));
}

test("an IPv6 site has one turn among others, however many networks it has", () => {
  expect(turnsBehindSite(placeOf)).toEqual([1, 2]);
});

test("it has one for each of its networks where each takes turns by itself (broken twin)", () => {
  expect(turnsBehindSite((ip) => placeOfName(networkOf(ip)))).toEqual([100, 101]);
});

test("in the turns of a site its networks take turns, whoever has a right first in each", () => {
  const ring = openRing<string>();
  for (const n of [1, 2, 3]) ring.add(placeOf(site(1)), `flood ${n}`);
  ring.add(placeOf(site(2)), "neighbour");
  ring.add(placeOf(site(1)), "proven", true);
  ring.add(placeOf("203.0.113.9"), "other");
  const order = Array.from({ length: 6 }, () => ring.take());
  expect(order).toEqual(["proven", "other", "neighbour", "flood 1", "flood 2", "flood 3"]);
});

test("in a line whoever has a right goes first, with every fourth place for the rest, however many such come", () => {
  const ring = openRing<string>();
  const place = placeOf("203.0.113.9");
  for (const n of [1, 2]) ring.add(place, `rest ${n}`);
  const order = Array.from({ length: 10 }, () => {
    ring.add(place, "proven", true);
    return ring.take();
  });
  expect(order.map((entry) => entry?.startsWith("rest") ?? false)).toEqual([
    ...[false, false, false, true],
    ...[false, false, false, true],
    ...[false, false],
  ]);
});

test("the site that waits with most has the longest, and loses the latest of its longest line", () => {
  const ring = openRing<string>({ dropIfGone: (entry) => entry === "address 2" });
  for (const n of [1, 2, 3]) ring.add(placeOf("203.0.113.9"), `address ${n}`);
  for (const n of [1, 2, 3]) ring.add(placeOf(site(n)), `network ${n}`);
  ring.add(placeOf(site(2)), "network 2 again");
  const { place, count } = ring.longest();
  const { group, line } = placeOf(site(2));
  expect({ place, count }).toEqual({ place: { group, line, isShared: true }, count: 4 });
  expect(ring.takeLatest(placeOf(site(2)))).toBe("network 2 again");
  ring.dropGone();
  expect(ring.size()).toBe(5);
});

/** At which turns each of ten readings comes of one who asks now and then, while 100 lines ask again at once. */
function turnsBesideFlood(isFewestFirst: boolean): number[] {
  const ring = openRing<string>({ isFewestFirst });
  const add = (line: string) => ring.add({ group: "hall", line }, line);
  const flood = Array.from({ length: 100 }, (_, n) => `flood ${n}`);
  const take = () => {
    const line = ring.take() ?? "";
    if (line !== "person") add(line);
    return line;
  };
  for (const line of flood) add(line);
  for (let turn = 0; turn < 1_000; turn++) take();
  return Array.from({ length: 10 }, () => {
    add("person");
    for (let turn = 1; ; turn++) if (take() === "person") return turn;
  });
}

test("of a group those lines go first that had the fewest turns lately", () => {
  expect(Math.max(...turnsBesideFlood(true))).toBeLessThanOrEqual(2);
});

test("they wait for all others where lines go by arrival (broken twin)", () => {
  expect(Math.min(...turnsBesideFlood(false))).toBeGreaterThan(90);
});

test("a line with many turns lately has every fourth turn, whoever comes", () => {
  const ring = openRing<string>({ isFewestFirst: true });
  for (let n = 0; n < 9; n++) ring.add({ group: "hall", line: "busy" }, "busy");
  for (let n = 0; n < 4; n++) ring.take();
  const order = Array.from({ length: 8 }, (_, n) => {
    ring.add({ group: "hall", line: `newcomer ${n}` }, "newcomer");
    return ring.take();
  });
  expect(order.filter((line) => line === "busy")).toHaveLength(2);
});

/** How many turns of 400 the strangers of a hall have, who ask again and again beside a hundred of its accounts. */
function turnsOfStrangers(isShared: boolean): number {
  const ring = openRing<Place>({ isFewestFirst: true });
  const places = Array.from({ length: 100 }, (_, n) => ({ group: "hall", line: `account ${n}` }));
  for (const place of [...places, { group: "hall", line: "hall", isShared }]) ring.add(place, place);
  let count = 0;
  for (let turn = 0; turn < 400; turn++) {
    const place = ring.take();
    if (!place) break;
    if (place.line === "hall") count++;
    ring.add(place, place);
  }
  return count;
}

test("strangers of a hall, who share a line, have half of its turns beside a hundred of its accounts", () => {
  expect(turnsOfStrangers(true)).toBe(200);
});

test("they have those of one account where nobody looks for shared lines (broken twin)", () => {
  expect(turnsOfStrangers(false)).toBeLessThan(10);
});

type Waiting = { place: Place; isGone?: boolean };

/** How many turns others have, who ask again at once, before a stranger behind 500 who hung up in the own line. */
function turnsBehindGone(others: Place[], dropIfGone?: (entry: Waiting) => boolean): number {
  const ring = openRing<Waiting>({ isFewestFirst: true, ...(dropIfGone && { dropIfGone }) });
  const stranger: Waiting = { place: placeOf("203.0.113.9") };
  for (const place of others) ring.add(place, { place });
  for (let n = 0; n < 500; n++) ring.add(stranger.place, { ...stranger, isGone: true });
  ring.add(stranger.place, stranger);
  for (let turns = 0; ; ) {
    const entry = ring.take();
    if (entry === stranger) return turns;
    if (!entry || entry.isGone) continue;
    turns++;
    ring.add(entry.place, entry);
  }
}

const ownAccounts = Array.from({ length: 30 }, (_, n) => placeOfMember("203.0.113.9", `account ${n}`));
const otherNetworks = Array.from({ length: 10 }, (_, n) => placeOf(`198.51.100.${n}`));

test("500 who hung up take no turn of their line's: an honest stranger waits for few of others", () => {
  for (const others of [ownAccounts, otherNetworks])
    expect(turnsBehindGone(others, ({ isGone = false }) => isGone)).toBeLessThanOrEqual(10);
});

test("the stranger waits for hundreds or thousands where they take turns (broken twin)", () => {
  expect(turnsBehindGone(ownAccounts)).toBeGreaterThanOrEqual(500);
  expect(turnsBehindGone(otherNetworks)).toBeGreaterThan(3_000);
});

test("turns are forgotten half a minute to a minute later", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const turns = new RecentTurns();
    expect([turns.add("line"), turns.add("line"), turns.of("other")]).toEqual([1, 2, 0]);
    vi.advanceTimersByTime(30_000);
    expect(turns.add("line")).toBe(3);
    vi.advanceTimersByTime(30_000);
    expect(turns.of("line")).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(turns.of("line")).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

/** How many stand in a ring in which a thousand that hang up at once have come behind fifty that wait. */
function sizeBehindWaiting(dropIfGone: (entry: string) => boolean): number {
  const ring = openRing<string>({ dropIfGone });
  for (let n = 0; n < 50; n++) ring.add(placeOfName(n % 5), "waits");
  for (let n = 0; n < 1000; n++) ring.add(placeOfName(n % 7), "gone");
  return ring.size();
}

test("of those that hang up few stay behind those that wait, although no turn comes", () => {
  expect(sizeBehindWaiting((entry) => entry === "gone")).toBeLessThanOrEqual(2 * 50 + 17);
});

test("all of them would stay until their turn, where they are looked for then alone (broken twin)", () => {
  expect(sizeBehindWaiting(() => false)).toBe(1050);
});

test("a ring that was long looks for those that are gone once it is short again", () => {
  const ring = openRing<string>({ dropIfGone: (entry) => entry === "gone" });
  const place = placeOfName("one");
  for (let n = 0; n < 5000; n++) ring.add(place, "waits");
  for (let n = 0; n < 4990; n++) ring.take();
  for (let n = 0; n < 1000; n++) ring.add(place, "gone");
  expect(ring.size()).toBeLessThanOrEqual(2 * 10 + 17);
  expect(Array.from({ length: 11 }, () => ring.take())).toEqual([...Array(10).fill("waits"), undefined]);
});
