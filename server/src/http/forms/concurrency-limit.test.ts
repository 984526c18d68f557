import { Role } from "@saha/contract";
import { describe, expect, test } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

type Enter = ReturnType<typeof concurrencyLimit>;
const attendee = (id: number) => ({ id, roleId: Role.User });
const hall = "192.0.2.1";
const megabyte = 1024 * 1024;
const endless = () => Number.POSITIVE_INFINITY;
const codeOf = (enter: Enter, account: number, roleId: Role = Role.User, ip = hall) => {
  try {
    enter({ id: account, roleId }, ip);
    return undefined;
  } catch (problem) {
    return (problem as { code: string }).code;
  }
};

describe("places among those who upload", () => {
  test("are two for each account, so that 64 slow forms of one leave all the others theirs", () => {
    const enter = concurrencyLimit();
    const told = Array.from({ length: 64 }, () => codeOf(enter, 1));
    expect(told.filter((code) => code === undefined)).toHaveLength(2);
    expect(new Set(told.slice(2))).toEqual(new Set(["request.too_many"]));
    expect(codeOf(enter, 2)).toBeUndefined();
  });

  test("are many enough for 64 slow forms of 32 accounts and everybody else's; each that leaves gives its own back", () => {
    const enter = concurrencyLimit();
    const places = Array.from({ length: 64 }, (_, n) => enter(attendee(n % 32), hall));
    expect(Array.from({ length: 200 }, (_, n) => codeOf(enter, 100 + n)).filter(Boolean)).toEqual([]);
    expect(codeOf(enter, 0)).toBe("request.too_many");
    places[0]?.leave();
    expect(codeOf(enter, 0)).toBeUndefined();
  });

  test("would all be taken by 64 slow forms of one account, as they were without shares (broken twin)", () => {
    const enter = concurrencyLimit(endless, { all: 64, perAccount: endless(), bytes: 1 });
    for (let n = 0; n < 64; n++) enter(attendee(1), hall).received();
    expect(codeOf(enter, 2)).toBe("server.busy");
  });
});

describe("places that a crowd of slow forms has taken", () => {
  const crowd = (enter: Enter, ipOf = (_n: number) => hall) =>
    Array.from({ length: 512 }, (_, n) => enter(attendee(1 + Math.floor(n / 2)), ipOf(n)));

  /** Whether the one form of somebody in the hall is given up, amid 4,000 that others there begin by their accounts. */
  const isPushedOut = (accountOf: (n: number) => number) => {
    const enter = concurrencyLimit();
    const flood = (from: number, count: number) => {
      for (let n = from; n < from + count; n++) codeOf(enter, accountOf(n));
    };
    flood(0, 3000);
    const honest = enter(attendee(100_000), hall);
    flood(3000, 1000);
    return honest.giveUp.aborted;
  };

  test("are given up by the accounts that begin the most: a neighbour's one form is none of theirs", () => {
    expect(isPushedOut((n) => n % 290)).toBe(false);
  });

  test("are given up by no one who sends a second picture, or a third, before those that have come for longer", () => {
    const enter = concurrencyLimit();
    for (let n = 0; n < 2; n++) enter(attendee(100_000), hall).leave();
    const slow = Array.from({ length: 511 }, (_, n) => enter(attendee(1 + n), hall));
    const third = enter(attendee(100_000), hall);
    for (let n = 0; n < 300; n++) enter(attendee(1000 + n), hall);
    expect([third, slow[0]].map((place) => place?.giveUp.aborted)).toEqual([false, true]);
  });

  test("would be given up by the neighbour, were only those looked at that come for longest (broken twin)", () => {
    // As where each form is one of an account that has begun no other.
    expect(isPushedOut((n) => n)).toBe(true);
  });

  test("are had by whoever comes next: the one that has been coming for longest makes room", () => {
    const enter = concurrencyLimit();
    const places = crowd(enter);
    places[0]?.received();
    expect(codeOf(enter, 1000)).toBeUndefined();
    expect(places.map(({ giveUp }) => giveUp.aborted).indexOf(true)).toBe(1);
    expect(places.filter(({ giveUp }) => giveUp.aborted)).toHaveLength(1);
    // Cleared away afterwards, it gives no second place back.
    places[1]?.leave();
    expect(codeOf(enter, 1001)).toBeUndefined();
    expect(places[2]?.giveUp.aborted).toBe(true);
  });

  test("are given up by those of its own network, however slowly others send", () => {
    const enter = concurrencyLimit();
    const elsewhere = [enter(attendee(5000), "198.51.100.7"), enter(attendee(5001), "2001:db8::1")];
    const places = crowd(enter, (n) => (n % 2 ? "2001:db8:1::5" : `2001:db8:1:${n.toString(16)}::5`));
    for (let n = 0; n < 600; n++) expect(codeOf(enter, 6000 + n, Role.User, "2001:db8:1:ffff::5")).toBeUndefined();
    expect(elsewhere.map(({ giveUp }) => giveUp.aborted)).toEqual([false, false]);
    expect(places.filter(({ giveUp }) => !giveUp.aborted)).toEqual([]);
  });

  test("would be given up by whoever is slowest where all count as one network (broken twin)", () => {
    const enter = concurrencyLimit();
    const elsewhere = enter(attendee(5000), hall);
    for (let n = 0; n < 512; n++) enter(attendee(1 + n), hall);
    expect(elsewhere.giveUp.aborted).toBe(true);
  });

  test("are none of the staff's, who neither wait nor make room", () => {
    const enter = concurrencyLimit();
    const { giveUp } = enter({ id: 2000, roleId: Role.Admin }, hall);
    const places = [...crowd(enter), ...Array.from({ length: 600 }, (_, n) => enter(attendee(3000 + n), hall))];
    expect(giveUp.aborted).toBe(false);
    expect(places.filter((place) => place.giveUp.aborted)).toHaveLength(600);
    expect(codeOf(enter, 2001, Role.BoothAdmin)).toBeUndefined();
  });

  test("would be lost for all the others where none makes room (broken twin)", () => {
    const enter = concurrencyLimit();
    for (const place of crowd(enter)) place.received();
    expect(codeOf(enter, 1000)).toBe("server.busy");
  });
});

describe("the bytes of forms that attendees send half of", () => {
  const elsewhere = "198.51.100.7";
  type Places = ReturnType<Enter>[];
  /** Thirty-two accounts of a network send two forms each but for their end. */
  const halfSent = (enter: Enter, first = 1): Places => {
    const places = Array.from({ length: 64 }, (_, n) => enter(attendee(first + Math.floor(n / 2)), hall));
    for (const place of places) place.took(14 * megabyte);
    return places;
  };
  const held = (places: Places) => places.filter(({ giveUp }) => !giveUp.aborted).length * 14;
  const reasonOf = ({ giveUp }: Places[number]) => (giveUp.aborted ? giveUp.reason.code : undefined);

  test("are 512 MB at most: what holds most for longest makes room, among the network that holds most", () => {
    const enter = concurrencyLimit(endless);
    const others = [enter(attendee(1000), elsewhere), enter(attendee(1001), elsewhere), enter(attendee(1002), hall)];
    for (const place of others) place.took(megabyte);
    const places = halfSent(enter);
    expect([held(places), others.map(reasonOf)]).toEqual([504, [undefined, undefined, undefined]]);
    expect(new Set(places.map(reasonOf))).toEqual(new Set([undefined, "server.busy"]));
    // What makes room or is here counts no more.
    for (const place of places) place.received();
    expect(held(halfSent(enter, 101))).toBe(504);
  });

  test("would be as many as there are places (broken twin)", () => {
    const enter = concurrencyLimit(endless, { all: 512, perAccount: 2, bytes: endless() });
    expect(held(halfSent(enter))).toBe(64 * 14);
  });

  test("are half of the room that is left on the disk, so that they never make it low", () => {
    let room = 300 * megabyte;
    const enter = concurrencyLimit(() => room);
    const places = halfSent(enter);
    expect(held(places)).toBe(140);
    room = 10 * megabyte;
    const last = enter(attendee(1000), elsewhere);
    last.took(6 * megabyte);
    expect([held(places), reasonOf(last)]).toEqual([0, "server.disk_full"]);
    const staff = enter({ id: 2000, roleId: Role.Admin }, elsewhere);
    staff.took(6 * megabyte);
    expect(reasonOf(staff)).toBeUndefined();
  });

  test("are given up as soon as the disk is low, the staff's where that was not enough", () => {
    const enter = concurrencyLimit(endless);
    const staff = enter({ id: 2000, roleId: Role.Admin }, hall);
    const here = enter(attendee(1000), hall);
    here.received();
    const places = [enter(attendee(1), hall), enter(attendee(2), elsewhere)];
    enter.giveUp();
    expect([staff, here, ...places].map(reasonOf)).toEqual([
      undefined,
      undefined,
      "server.disk_full",
      "server.disk_full",
    ]);
    enter.giveUp();
    expect([staff, here].map(reasonOf)).toEqual(["server.disk_full", undefined]);
  });
});
