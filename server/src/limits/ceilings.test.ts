import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { solve } from "../../test/solve.ts";
import type { Problem } from "../errors/problem.ts";
import { openLog } from "../process/logging.ts";
import { deriveKeys } from "../process/secrets.ts";
import { openCeilings } from "./ceilings.ts";
import { openCounters } from "./counters.ts";
import { openLimits } from "./limits.ts";
import { type Challenge, levels } from "./proofs.ts";

const log = openLog({ logLevel: "silent" });
const keys = deriveKeys("a secret of tests, of more than 32 letters");
const open = (venueNetworks: string[] = []) =>
  openLimits({ redis: undefined, log, config: { venueNetworks, trustProxy: [] }, keys });
type Limits = ReturnType<typeof open>;
const [ip, call] = ["203.0.113.9", "POST /api/auth/register"];
type Passage = Parameters<Limits["pass"]>[1];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const refusalOf = (passing: Promise<unknown>): Promise<Problem> =>
  passing.then(
    () => {
      throw new Error("it was let through");
    },
    (problem: Problem) => problem,
  );
async function fill(limits: Limits, kind: Parameters<Limits["pass"]>[0], passage: Passage, count: number) {
  for (let n = 0; n < count; n++) await limits.pass(kind, passage);
}
const maxnumber = (problem: Problem) => (problem.details as { challenge: { maxnumber: number } }).challenge.maxnumber;

describe("a network's ceiling", () => {
  test.each([
    ["sign-in", 300],
    ["registration", 300],
    ["code-request", 300],
    ["code", 100],
  ] as const)(
    "of kind %s asks for a proof from the %i. on, and for none of another kind or network",
    async (kind, count) => {
      const limits = open();
      await fill(limits, kind, { ip }, count);
      expect((await refusalOf(limits.pass(kind, { ip }))).code).toBe("proof.needed");
      const others = (["sign-in", "registration", "code-request", "code"] as const).filter((other) => other !== kind);
      for (const other of others) await limits.pass(other, { ip });
      await limits.pass(kind, { ip: "203.0.113.10" });
      vi.advanceTimersByTime(5 * 60_000 + 1);
      await limits.pass(kind, { ip });
    },
  );

  test("is not filled by what comes without a proof: however much that is, the next proof is as easy", async () => {
    const limits = open();
    await fill(limits, "registration", { ip, call }, 300);
    const first = await refusalOf(limits.pass("registration", { ip, call }));
    for (let n = 0; n < 3000; n++) await refusalOf(limits.pass("registration", { ip, call, proof: "rubbish" }));
    const last = await refusalOf(limits.pass("registration", { ip, call }));
    expect(maxnumber(last)).toBe(maxnumber(first));
    const passed = { isProven: true, isAboveCeiling: true };
    expect(await limits.pass("registration", { ip, call, proof: solve(last) })).toMatchObject(passed);
  });

  test("stands eight times as high over all networks of an IPv6 site, and not over another's", async () => {
    const limits = open();
    const passing = Array.from({ length: 1000 }, (_, n) =>
      limits.pass("code", { ip: `2001:db8:7:${n.toString(16)}::1` }),
    );
    const outcomes = await Promise.allSettled(passing);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(800);
    await limits.pass("code", { ip: "2001:db8:8:1::1" });
  });

  test("stands against many at once", async () => {
    const limits = open();
    const outcomes = await Promise.allSettled(Array.from({ length: 1000 }, () => limits.pass("code", { ip })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  });

  test("asks for more the more a network does, up to a bound, and takes what was asked one level before", async () => {
    const asked: number[] = [];
    const taken: number[] = [];
    const proofs = {
      challenge: async (_purpose: unknown, level: number) => ({ maxnumber: asked.push(level) }) as unknown as Challenge,
      spend: async (_proof: string, _purpose: unknown, minLevel: number) => ({ inVain: taken.push(minLevel) }),
    };
    const ceilings = openCeilings(openCounters(undefined), proofs, () => 1);
    for (let n = 0; n < 3200; n++) await ceilings.pass("code", { ip, proof: "solved" });
    for (const before of [100, 199, 200, 399, 400, 1600, 3199]) {
      const other = openCeilings(openCounters(undefined), proofs, () => 1);
      for (let n = 0; n < before; n++) await other.pass("code", { ip, proof: "solved" });
      await refusalOf(other.pass("code", { ip }));
    }
    expect(asked).toEqual([0, 0, 1, 1, 2, 4, 4]);
    expect(Math.max(...taken)).toBe(3);
    expect(levels.at(-1)).toBe(200_000);
  });

  test("has who sends no proof wait for two seconds, and whoever paid in vain longer, up to four times as long", async () => {
    const limits = open();
    const pass = (proof?: string) => limits.pass("registration", { ip, call, proof });
    const free = await pass();
    expect(free.patienceMs).toBe(2_000);
    const patience: number[] = [];
    let challenge = await free.askAgain();
    for (let n = 0; n < 6; n++) {
      const proof = solve(challenge);
      const passed = await pass(proof);
      patience.push(passed.patienceMs);
      challenge = await passed.askAgain();
      // Spent, whatever came of it.
      expect((await pass(proof)).isProven).toBe(false);
    }
    expect(patience).toEqual([2_000, 4_000, 6_000, 8_000, 8_000, 8_000]);
    expect(challenge.code).toBe("proof.needed");
  });

  test("makes proofs harder for a network of which many were in vain, and for no other", async () => {
    const limits = open();
    const elsewhere = "203.0.113.10";
    // The levels beyond take 600 of the dearer proofs; their numbers are tested above.
    for (let level = 0; level < 2; level++) {
      for (let n = 100 * 2 ** level - (level > 0 ? 100 * 2 ** (level - 1) : 0); n > 0; n--) {
        const proof = solve(await (await limits.pass("sign-in", { ip, call })).askAgain());
        await (await limits.pass("sign-in", { ip, call, proof })).askAgain();
      }
      const asked = await (await limits.pass("sign-in", { ip, call })).askAgain();
      expect(maxnumber(asked)).toBe(levels[level]);
    }
    expect(maxnumber(await (await limits.pass("sign-in", { ip: elsewhere, call })).askAgain())).toBe(levels[0]);
  });

  test("counts nobody who was asked again", async () => {
    const limits = open();
    for (let n = 0; n < 400; n++) await (await limits.pass("registration", { ip, call })).askAgain();
    expect((await limits.pass("registration", { ip, call })).isProven).toBe(false);
  });

  test("lets attendees without a verified email go first 300 times in five minutes, others in another network", async () => {
    const limits = open(["203.0.113.200"]);
    const first = async (id: number, isVerified: boolean, from = ip) => limits.goesFirst({ id, isVerified }, from);
    const second = async (id: number, isVerified: boolean, from = ip) => {
      await first(id, isVerified, from);
      return first(id, isVerified, from);
    };
    for (let id = 0; id < 300; id++) expect(await second(id, false)).toBe(true);
    expect(await second(300, false)).toBe(false);
    expect(await first(301, false)).toBe(true);
    expect(await second(302, true)).toBe(true);
    expect(await second(303, false, "203.0.113.10")).toBe(true);
    for (let id = 1000; id < 2000; id++) expect(await second(id, false, "203.0.113.200")).toBe(true);
  });

  test("is twenty times higher in a venue's network", async () => {
    const limits = open(["203.0.113.0/24"]);
    await fill(limits, "registration", { ip }, 6000);
    expect((await refusalOf(limits.pass("registration", { ip }))).code).toBe("proof.needed");
  });

  describe("of a venue, while many of it wait", () => {
    const venue = "203.0.113.9";
    const site = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    const waiting = (network: number, ofSite = network) => ({ waiting: { network, site: ofSite } });
    const openVenue = () => open(["203.0.113.0/24", "2001:db8:7::/48"]);
    const crowd = 1000;
    const fail = async (limits: Limits, count: number) => {
      for (let n = 0; n < count; n++) await (await limits.pass("sign-in", { ip: venue })).failed();
    };

    test("asks for a proof once it has done what any other may, and for none when the line is short again", async () => {
      const limits = openVenue();
      await fail(limits, 299);
      await (await limits.pass("sign-in", { ip: venue }, waiting(crowd))).failed();
      const refusal = await refusalOf(limits.pass("sign-in", { ip: venue, call }, waiting(crowd)));
      expect(refusal.code).toBe("proof.needed");
      expect(await limits.pass("sign-in", { ip: venue }, waiting(19))).toMatchObject({ isProven: false });
      const proven = { ip: venue, call, proof: solve(refusal) };
      const passed = { isProven: true, isAboveCeiling: false };
      expect(await limits.pass("sign-in", proven, waiting(crowd))).toMatchObject(passed);
    });

    test("asks for none without those (broken twin)", async () => {
      const limits = openVenue();
      await fail(limits, 5999);
      expect(await limits.pass("sign-in", { ip: venue })).toMatchObject({ isProven: false });
    });

    test("asks for none while twice as many sign-ins are under way that may be right, then for one", async () => {
      const limits = openVenue();
      for (let n = 0; n < 600; n++) await limits.pass("sign-in", { ip: venue }, waiting(n));
      expect((await refusalOf(limits.pass("sign-in", { ip: venue }, waiting(600)))).code).toBe("proof.needed");
      expect(await limits.pass("sign-in", { ip: venue }, waiting(19))).toMatchObject({ isProven: false });
      await fill(limits, "registration", { ip: venue }, 300);
      expect((await refusalOf(limits.pass("registration", { ip: venue }, waiting(crowd)))).code).toBe("proof.needed");
    });

    test("asks for what fits the line and what was done, whichever is less", async () => {
      const limits = openVenue();
      await fail(limits, 1200);
      const asked: number[] = [];
      for (const many of [20, 39, 40, 80, 160, crowd]) {
        asked.push(maxnumber(await refusalOf(limits.pass("sign-in", { ip: venue }, waiting(many)))));
      }
      expect(asked.map((most) => (levels as readonly number[]).indexOf(most))).toEqual([0, 0, 1, 2, 2, 2]);
    });

    test("counts the line of an IPv6 site, whose networks wait for each other", async () => {
      const limits = openVenue();
      for (let n = 0; n < 2400; n++) {
        await (await limits.pass("sign-in", { ip: site(n) }, waiting(1, crowd))).failed();
      }
      const refusal = await refusalOf(limits.pass("sign-in", { ip: site(9000) }, waiting(1, crowd)));
      expect(refusal.code).toBe("proof.needed");
      await limits.pass("sign-in", { ip: site(9000) }, waiting(1, 19));
    });
  });

  test("counts devices and accounts apart from their neighbours, not without a bound", async () => {
    const limits = open();
    await fill(limits, "code", { ip }, 100);
    await fill(limits, "code", { ip, apart: "device one" }, 100);
    await limits.pass("code", { ip, apart: "device two" });
    expect((await refusalOf(limits.pass("code", { ip, apart: "device one" }))).code).toBe("proof.needed");
  });
});

describe("a proof", () => {
  test("is asked for without work of other threads, which passwords are hashed by", async () => {
    const works = [vi.spyOn(crypto.subtle, "digest"), vi.spyOn(crypto.subtle, "sign")];
    const limits = open();
    await fill(limits, "registration", { ip, call }, 300);
    expect((await refusalOf(limits.pass("registration", { ip, call }))).code).toBe("proof.needed");
    for (const work of works) {
      expect(work).not.toHaveBeenCalled();
      work.mockRestore();
    }
  });

  async function refused(): Promise<{ limits: Limits; proof: string }> {
    const limits = open();
    await fill(limits, "registration", { ip, call }, 300);
    return { limits, proof: solve(await refusalOf(limits.pass("registration", { ip, call }))) };
  }
  const isTaken = (limits: Limits, passage: Passage) =>
    limits.pass("registration", passage).then(
      () => true,
      () => false,
    );

  test("is good once, also when it is sent twice at the same time", async () => {
    const { limits, proof } = await refused();
    const both = await Promise.all([1, 2, 3].map(() => isTaken(limits, { ip, call, proof })));
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await isTaken(limits, { ip, call, proof })).toBe(false);
  });

  test("is good for its call and its network alone", async () => {
    const { limits, proof } = await refused();
    await fill(limits, "registration", { ip: "203.0.113.10", call }, 300);
    expect(await isTaken(limits, { ip, call: "POST /api/auth/login", proof })).toBe(false);
    expect(await isTaken(limits, { ip: "203.0.113.10", call, proof })).toBe(false);
    expect(await isTaken(limits, { ip, call, proof })).toBe(true);
  });

  test("is good for five minutes", async () => {
    const { limits, proof } = await refused();
    vi.advanceTimersByTime(5 * 60_000 + 1000);
    await fill(limits, "registration", { ip, call }, 300);
    expect(await isTaken(limits, { ip, call, proof })).toBe(false);
  });

  test.each([
    ["nothing", ""],
    ["rubbish", "%%%"],
    ["no object", Buffer.from("null").toString("base64")],
    ["odd fields", Buffer.from(JSON.stringify({ salt: 1, number: "x" })).toString("base64")],
    ["very much", "A".repeat(100_000)],
  ])("that is %s is none", async (_what, proof) => {
    const { limits } = await refused();
    expect(await isTaken(limits, { ip, call, proof })).toBe(false);
  });

  test("with another number, or a level written into it, is none", async () => {
    const { limits, proof } = await refused();
    const solution = JSON.parse(Buffer.from(proof, "base64").toString());
    const forge = (change: object) => Buffer.from(JSON.stringify({ ...solution, ...change })).toString("base64");
    expect(await isTaken(limits, { ip, call, proof: forge({ number: solution.number + 1 }) })).toBe(false);
    expect(await isTaken(limits, { ip, call, proof: forge({ salt: solution.salt.replace("d=0", "d=4") }) })).toBe(
      false,
    );
  });
});

describe("boards", () => {
  const admit = (limits: Limits, more: object = {}) => limits.boards.admit({ ip, board: 1, ...more });

  test("are admitted behind a full address by the key that they were given, or by a proof", async () => {
    const limits = open();
    const venue = await admit(limits);
    venue.leave();
    for (let n = 0; n < 299; n++) await admit(limits);
    const refusal = await refusalOf(admit(limits));
    expect(refusal.code).toBe("proof.needed");
    expect((await refusalOf(admit(limits, { key: "x.y" }))).code).toBe("proof.needed");
    expect((await admit(limits, { key: venue.key })).key).toBe(venue.key);
    const proof = solve(refusal);
    await admit(limits, { proof });
    expect((await refusalOf(admit(limits, { proof }))).code).toBe("proof.needed");
  });

  test("have two sockets at a time by one key", async () => {
    const limits = open();
    const { key, leave } = await admit(limits);
    leave();
    for (let n = 0; n < 299; n++) await admit(limits);
    const [first] = [await admit(limits, { key }), await admit(limits, { key })];
    expect((await refusalOf(admit(limits, { key }))).code).toBe("proof.needed");
    first?.leave();
    await admit(limits, { key });
  });

  test("that come and go count as well as those that stay", async () => {
    const limits = open();
    for (let n = 0; n < 300; n++) (await admit(limits)).leave();
    expect((await refusalOf(admit(limits))).code).toBe("proof.needed");
    vi.advanceTimersByTime(5 * 60_000 + 1);
    for (let n = 0; n < 200; n++) await admit(limits);
    vi.advanceTimersByTime(5 * 60_000 + 1);
    for (let n = 0; n < 100; n++) await admit(limits);
    expect((await refusalOf(admit(limits))).code).toBe("proof.needed");
  });

  test("of all networks of an IPv6 site that stay open count for the next, also those that came by their keys", async () => {
    const limits = open();
    const from = (n: number) => ({ ip: `2001:db8:7:${n.toString(16)}::1` });
    const keys: string[] = [];
    for (let n = 0; n < 2400; n++) keys.push((await admit(limits, from(n))).key);
    vi.advanceTimersByTime(5 * 60_000 + 1);
    expect((await refusalOf(admit(limits, from(9000)))).code).toBe("proof.needed");
    const others = open();
    const places: { leave(): void }[] = [];
    for (const [n, key] of keys.entries()) places.push(await admit(others, { ...from(n), key }));
    expect((await refusalOf(admit(others, from(9000)))).code).toBe("proof.needed");
    for (const { leave } of places) leave();
    await admit(others, from(9000));
  });
});
