import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Problem } from "../errors/problem.ts";
import { LineTooLong, openFairQueue, type Turn } from "./fair-queue.ts";
import type { Peers } from "./ring.ts";

/** A queue whose work ends when it is told to; `done` is the order in which it was begun. */
function openBench(options: Parameters<typeof openFairQueue>[0] = { concurrency: 1, maxWaiting: 100 }) {
  const run = openFairQueue(options);
  const done: string[] = [];
  const refused: string[] = [];
  const finish: (() => void)[] = [];
  const enter = (name: string, turn: Turn) =>
    run(turn, () => {
      done.push(name);
      return new Promise<void>((resolve) => finish.push(resolve));
    }).catch((problem: Problem) => void refused.push(`${name} ${problem.code}`));
  return {
    done,
    refused,
    enter: (name: string, turn: Turn) => void enter(name, turn),
    line: run.line,
    async drain() {
      for (let idle = 0; idle < 3; idle++) {
        await tick();
        for (const end of finish.splice(0)) {
          end();
          idle = 0;
        }
      }
    },
  };
}
const many = (count: number, each: (n: number) => void) => Array.from({ length: count }, (_, n) => each(n));

describe("a fair queue", () => {
  test("lets networks take turns, so that one phone's thousand delay its own thousand", async () => {
    const bench = openBench();
    bench.enter("first", { ip: "10.0.0.1" });
    many(50, (n) => bench.enter(`flood ${n}`, { ip: "10.0.0.1" }));
    bench.enter("honest", { ip: "10.0.0.2" });
    bench.enter("other", { ip: "10.0.0.3" });
    await bench.drain();
    expect(bench.done.slice(0, 4)).toEqual(["first", "flood 0", "honest", "other"]);
    expect(bench.done).toHaveLength(53);
  });

  test("gives an IPv6 site one turn among others, and takes the latest of the site that waits most", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 50 });
    bench.enter("first", { ip: "10.0.0.1" });
    many(2, (n) => bench.enter(`honest ${n}`, { ip: "10.0.0.2" }));
    many(48, (n) => bench.enter(`flood ${n}`, { ip: `2001:db8:7:${n}::1` }));
    bench.enter("newcomer", { ip: "10.0.0.3" });
    await bench.drain();
    expect(bench.refused).toEqual(["flood 47 server.busy"]);
    expect(bench.done.slice(0, 5)).toEqual(["first", "honest 0", "flood 0", "newcomer", "honest 1"]);
  });

  test.each([
    ["of a network in its turns", true, 2],
    ["each in turns of its own, as the staff do (broken twin of the others)", false, 51],
  ])("lets accounts wait %s", async (_, isOfNetwork, place) => {
    for (const isKnown of [true, false]) {
      const bench = openBench({ concurrency: 1, maxWaiting: 200 });
      const turn = (ip: string, id: number): Turn =>
        isKnown ? { ip, known: `account ${id}`, isOfNetwork } : { ip, account: id, isOfNetwork };
      bench.enter("first", turn("10.0.0.1", 0));
      many(50, (n) => bench.enter(`flood ${n}`, turn("10.0.0.1", n + 1)));
      bench.enter("honest", turn("10.0.0.2", 99));
      bench.enter("neighbour", turn("10.0.0.1", 98));
      bench.enter("neighbour again", turn("10.0.0.1", 98));
      many(50, (n) => bench.enter(`flood again ${n}`, turn("10.0.0.1", n + 1)));
      await bench.drain();
      expect(bench.done.indexOf("honest")).toBe(place);
      // In a network too they take turns.
      expect(bench.done.indexOf("neighbour again")).toBeGreaterThan(51);
      expect(bench.done).toHaveLength(104);
    }
  });

  test("lets whom a gate let in, and the verified, wait for few of a network's rested accounts; else none", async () => {
    const placeOfBusy = async (peers?: Peers) => {
      const bench = openBench({ concurrency: 1, maxWaiting: 500, isFewestFirst: true });
      const busy = { ip: "10.0.0.1", account: 1, isOfNetwork: true, peers };
      many(20, (n) => bench.enter(`before ${n}`, busy));
      await bench.drain();
      bench.enter("first", { ip: "10.0.0.2" });
      many(200, (n) => bench.enter(`rested ${n}`, { ip: "10.0.0.1", account: n + 2, isOfNetwork: true }));
      bench.enter("busy", busy);
      await bench.drain();
      return bench.done.indexOf("busy") - bench.done.indexOf("first");
    };
    expect(await placeOfBusy("let in")).toBeLessThanOrEqual(2);
    expect(await placeOfBusy("verified")).toBeLessThanOrEqual(2);
    // The broken twin: of those who all may have thousands of accounts whoever asked most lately goes last.
    expect(await placeOfBusy()).toBeGreaterThan(200);
  });

  test("lets known devices go first, in turns, and one of the others after three", async () => {
    const bench = openBench();
    bench.enter("first", { ip: "10.0.0.1" });
    bench.enter("stranger", { ip: "10.0.0.9" });
    many(4, (n) => bench.enter(`greedy ${n}`, { ip: "10.0.0.1", known: "greedy" }));
    bench.enter("regular", { ip: "10.0.0.1", known: "regular" });
    await bench.drain();
    expect(bench.done).toEqual(["first", "greedy 0", "regular", "greedy 1", "stranger", "greedy 2", "greedy 3"]);
  });

  test.each([
    ["each second one where they are attendees'", true, 11],
    ["each fourth one where they go before all networks, as the staff's do (broken twin)", false, 19],
  ])(
    "lets newcomers elsewhere have turns beside fifty known devices of a network, %s",
    async (_, isOfNetwork, last) => {
      const bench = openBench({ concurrency: 1, maxWaiting: 200, isFewestFirst: true });
      bench.enter("first", { ip: "10.0.0.1" });
      many(50, (n) => bench.enter(`known ${n}`, { ip: "10.0.0.1", known: `account ${n}`, isOfNetwork }));
      many(5, (n) => bench.enter(`newcomer ${n}`, { ip: "10.0.0.2" }));
      await bench.drain();
      expect(bench.done.indexOf("newcomer 4")).toBeLessThanOrEqual(last + 1);
      expect(bench.done.indexOf("newcomer 4")).toBeGreaterThanOrEqual(last - 2);
    },
  );

  test("lets those with a proof go before others of their network, not before other networks", async () => {
    const bench = openBench();
    bench.enter("first", { ip: "10.0.0.1" });
    bench.enter("other network", { ip: "10.0.0.2" });
    many(3, (n) => bench.enter(`flood ${n}`, { ip: "10.0.0.1" }));
    bench.enter("proven", { ip: "10.0.0.1", isProven: true });
    await bench.drain();
    expect(bench.done.slice(1, 4)).toEqual(["other network", "proven", "flood 0"]);
  });

  test("does not do the work of those who left", async () => {
    const bench = openBench();
    bench.enter("first", { ip: "10.0.0.1" });
    many(99, (n) => bench.enter(`left ${n}`, { ip: "10.0.0.1", hasLeft: () => true }));
    bench.enter("honest", { ip: "10.0.0.1" });
    await bench.drain();
    expect(bench.done).toEqual(["first", "honest"]);
    expect(new Set(bench.refused.map((line) => line.split(" ")[2]))).toEqual(new Set(["request.timeout"]));
  });

  test("gives 500 who left no turn: an honest stranger waits for few accounts of the own network", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 2_000, isFewestFirst: true });
    bench.enter("first", { ip: "10.0.0.1" });
    many(600, (n) => bench.enter(`own ${n}`, { ip: "10.0.0.1", known: `account ${n % 30}`, isOfNetwork: true }));
    many(500, (n) => bench.enter(`left ${n}`, { ip: "10.0.0.1", hasLeft: () => true }));
    bench.enter("honest", { ip: "10.0.0.1" });
    await bench.drain();
    expect(bench.done.indexOf("honest")).toBeLessThanOrEqual(10);
    expect(bench.done).toHaveLength(602);
  });

  test("counts none of the staff's who left as a turn of theirs", async () => {
    const bench = openBench();
    bench.enter("first", { ip: "10.0.0.1" });
    many(3, (n) => bench.enter(`left ${n}`, { ip: "10.0.0.1", known: "staff", hasLeft: () => true }));
    bench.enter("staff", { ip: "10.0.0.1", known: "staff" });
    bench.enter("stranger", { ip: "10.0.0.2" });
    await bench.drain();
    expect(bench.done).toEqual(["first", "staff", "stranger"]);
  });

  test("would do all of it without asking who is still there, before the honest one (broken twin)", async () => {
    const bench = openBench();
    bench.enter("first", { ip: "10.0.0.1" });
    many(99, (n) => bench.enter(`left ${n}`, { ip: "10.0.0.1" }));
    bench.enter("honest", { ip: "10.0.0.1" });
    await bench.drain();
    expect(bench.done.indexOf("honest")).toBe(100);
  });

  test("is bounded: those who left make room, then the network that waits most loses its latest", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 10 });
    bench.enter("first", { ip: "10.0.0.1" });
    bench.enter("left", { ip: "10.0.0.3", hasLeft: () => true });
    many(10, (n) => bench.enter(`flood ${n}`, { ip: "10.0.0.1" }));
    await tick();
    expect(bench.refused).toEqual(["left request.timeout"]);
    bench.enter("flood 10", { ip: "10.0.0.1" });
    bench.enter("honest", { ip: "10.0.0.2" });
    await tick();
    expect(bench.refused.slice(1)).toEqual(["flood 10 server.busy", "flood 9 server.busy"]);
    await bench.drain();
    expect(bench.done).toContain("honest");
    expect(bench.done).toHaveLength(11);
  });

  test.each([
    ["keeps the account with the fewest turns lately where all wait with one", true, []],
    ["would refuse it without turns that are remembered (broken twin)", false, ["honest server.busy"]],
  ])("%s", async (_name, isFewestFirst, refused) => {
    const bench = openBench({ concurrency: 1, maxWaiting: 10, isFewestFirst });
    const enter = (name: string, account: number) => bench.enter(name, { ip: "10.0.0.1", account, isOfNetwork: true });
    for (let n = 0; n < 40; n += 10) {
      many(10, (at) => enter("before", n + at));
      await bench.drain();
    }
    many(20, (n) => enter(`flood ${n}`, n));
    enter("honest", 99);
    many(20, (n) => enter(`flood ${20 + n}`, 20 + n));
    await bench.drain();
    expect(bench.done).toHaveLength(51);
    expect(bench.refused.filter((name) => name.startsWith("honest"))).toEqual(refused);
  });

  test("measures the line of a network and of its IPv6 site: neither those who have begun nor known devices", async () => {
    const { enter, line, drain } = openBench();
    enter("begun", { ip: "10.0.0.1" });
    many(3, (n) => enter(`one ${n}`, { ip: "10.0.0.1", isProven: n > 0 }));
    enter("known", { ip: "10.0.0.1", known: "account 1" });
    many(4, (n) => enter(`of a site ${n}`, { ip: `2001:db8:7:${n % 2}::1` }));
    expect(line({ ip: "::ffff:10.0.0.1" }).network).toBe(3);
    expect(line({ ip: "2001:db8:7:1::2" })).toMatchObject({ network: 2, site: 4 });
    expect(line({ ip: "2001:db8:8::1" })).toMatchObject({ network: 0, site: 0 });
    many(5, (n) => enter(`of an account ${n}`, { ip: "10.0.0.1", known: `account ${n}`, isOfNetwork: true }));
    expect(line({ ip: "10.0.0.1", known: "account 9", isOfNetwork: true })).toMatchObject({ network: 5, site: 5 });
    expect(line({ ip: "10.0.0.1" }).network).toBe(3);
    await drain();
    expect(line({ ip: "10.0.0.1" }).network).toBe(0);
  });

  test("measures how long it takes until the next of a line has a turn, beside those who take turns with it", () => {
    const { enter, line } = openBench({ concurrency: 2, maxWaiting: 100, usualMs: 20 });
    const turnMs = (turn: Turn) => line(turn).turnMs;
    many(3, (n) => enter(`${n}`, { ip: "10.0.0.1" }));
    expect(turnMs({ ip: "10.0.0.1" })).toBe(10);
    enter("account", { ip: "10.0.0.1", known: "account 1", isOfNetwork: true });
    expect(turnMs({ ip: "10.0.0.1" })).toBe(20);
    enter("elsewhere", { ip: "10.0.0.2" });
    expect(turnMs({ ip: "10.0.0.1" })).toBe(40);
    expect(turnMs({ ip: "10.0.0.1", known: "account 1", isOfNetwork: true })).toBe(40);
  });

  test("asks whoever would wait in the moment in which it is asked whether the line may be joined", async () => {
    const run = openFairQueue({ concurrency: 1, maxWaiting: 100 });
    const mayJoin = () => run.line({ ip: "10.0.0.1" }).network < 3;
    const works = Array.from({ length: 10 }, (_, n) => run({ ip: "10.0.0.1", mayJoin }, async () => n));
    const told = await Promise.allSettled(works);
    expect(told.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const refused = told.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.every((reason) => reason instanceof LineTooLong)).toBe(true);
  });

  test("takes the latest of the accounts where those of a network are more than its strangers", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 20 });
    bench.enter("begun", { ip: "10.0.0.1" });
    many(5, (n) => bench.enter(`stranger ${n}`, { ip: "10.0.0.1" }));
    many(30, (n) => bench.enter(`account ${n}`, { ip: "10.0.0.1", known: `account ${n}`, isOfNetwork: true }));
    await bench.drain();
    expect(bench.refused).toHaveLength(15);
    expect(bench.refused.every((name) => name.startsWith("account"))).toBe(true);
  });

  test("lets no account wait with more than a few, on however many known devices", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 10, maxOfKnown: 4 });
    bench.enter("first", { ip: "10.0.0.1" });
    many(20, (n) => bench.enter(`greedy ${n}`, { ip: "10.0.0.1", known: "account 1" }));
    bench.enter("honest", { ip: "10.0.0.1" });
    await tick();
    expect(bench.refused).toHaveLength(16);
    await bench.drain();
    expect(bench.done).toContain("honest");
  });

  test("would give one account every place without that bound (broken twin)", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 10, maxOfKnown: Number.POSITIVE_INFINITY });
    bench.enter("first", { ip: "10.0.0.1" });
    many(20, (n) => bench.enter(`greedy ${n}`, { ip: "10.0.0.1", known: "account 1" }));
    await tick();
    expect(bench.refused).toHaveLength(10);
  });

  test("when many known accounts fill it, takes the latest of the one that waits most", async () => {
    const bench = openBench({ concurrency: 1, maxWaiting: 9, maxOfKnown: 4 });
    bench.enter("first", { ip: "10.0.0.1" });
    many(3, (account) => many(3, (n) => bench.enter(`greedy ${n}`, { ip: "10.0.0.1", known: `account ${account}` })));
    bench.enter("honest", { ip: "10.0.0.1" });
    await tick();
    expect(bench.refused).toEqual(["greedy 2 server.busy"]);
    await bench.drain();
    expect(bench.done).toContain("honest");
  });

  test("goes on after work that failed", async () => {
    const run = openFairQueue({ concurrency: 1, maxWaiting: 10 });
    const failing = run({ ip: "10.0.0.1" }, () => Promise.reject(new Error("broken")));
    const next = run({ ip: "10.0.0.1" }, () => Promise.resolve("done"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("done");
  });
});
