import { setTimeout as sleep } from "node:timers/promises";
import { Role } from "@saha/contract";
import { describe, expect, test } from "vitest";
import { solve } from "../../../test/solve.ts";
import type { Problem } from "../../errors/problem.ts";
import { openFairQueue } from "../../limits/fair-queue.ts";
import { openLimits } from "../../limits/limits.ts";
import { openLog } from "../../process/logging.ts";
import { type HashLine, inHashLine } from "./hash-line.ts";

const ip = "198.51.100.7";
const crowd = 300;

/** Hashes that are said to take 20 ms, two at once, so that two seconds are 200 of them; they wait for `end`. */
function openHall() {
  const queue = openFairQueue({ concurrency: 2, maxWaiting: 3000, isFewestFirst: true, usualMs: 20 });
  const limits = openLimits({
    redis: undefined,
    log: openLog({ logLevel: "silent" }),
    config: { venueNetworks: [], trustProxy: [] },
    keys: { proof: Buffer.alloc(32, 7) },
  });
  const passwords = { line: queue.line, hash: async () => "", matches: async () => true };
  const end = Promise.withResolvers<void>();
  const joined: HashLine[] = [];
  const work = (line: HashLine) => {
    joined.push(line);
    return queue(line.turn, () => end.promise);
  };
  type Options = { isMeasuredEarly?: boolean; proof?: string; known?: number };
  const signIn = ({ isMeasuredEarly = false, proof, known }: Options = {}): Promise<"done" | Problem> => {
    const client = { ip, device: null, userAgent: null, language: "en", call: "POST /auth/login", proof } as const;
    const owner = known === undefined ? undefined : { id: known, roleId: Role.User, isVerified: true };
    const now = ({ turn, ...line }: HashLine) => {
      const mayJoin = turn.mayJoin?.() ?? true;
      return { ...line, turn: { ...turn, mayJoin: () => mayJoin } };
    };
    return inHashLine({ passwords, limits }, { kind: "sign-in", client, owner }, async (line) => {
      const joining = isMeasuredEarly ? now(line) : line;
      // As the counter of wrong passwords is asked before the line is joined.
      await sleep(1);
      return work(joining);
    }).then(
      () => "done",
      (problem: Problem) => problem,
    );
  };
  return { signIn, joined, end: end.resolve };
}

/** Of a crowd that comes at once, those that are asked for a proof before the others have ended. */
async function askedOf(hall: ReturnType<typeof openHall>, send: (n: number) => Promise<"done" | Problem>) {
  const asked: Problem[] = [];
  const told = Array.from({ length: crowd }, (_, n) =>
    send(n).then((answer) => {
      if (answer !== "done") asked.push(answer);
    }),
  );
  await sleep(300);
  return { asked, end: () => [hall.end(), Promise.all(told)][1] };
}

describe("the line for hashes", () => {
  test("is joined by no more of a network than are hashed in two seconds, who come at once; then for a proof", async () => {
    const hall = openHall();
    const { asked, end } = await askedOf(hall, () => hall.signIn());
    expect(asked).toHaveLength(crowd - 202);
    expect(new Set(asked.map(({ code }) => code))).toEqual(new Set(["proof.needed"]));
    // The first proof finds the line as long as before, the next one is let into a longer one.
    const [first] = asked;
    const again = await hall.signIn({ proof: solve(first) });
    if (again === "done") throw new Error("the line is full");
    expect(again.code).toBe("proof.needed");
    const last = hall.signIn({ proof: solve(again) });
    await sleep(50);
    await end();
    expect(await last).toBe("done");
  });

  test("is joined by all of them where it is measured before it is joined (broken twin)", async () => {
    const hall = openHall();
    const { asked, end } = await askedOf(hall, () => hall.signIn({ isMeasuredEarly: true }));
    expect(asked).toHaveLength(0);
    await end();
  });

  test("of a network's accounts is no longer either: who comes then stands among its strangers", async () => {
    const hall = openHall();
    const { asked, end } = await askedOf(hall, (n) => hall.signIn({ known: n }));
    expect(asked).toHaveLength(0);
    await end();
    const ofStrangers = hall.joined.filter(({ turn }) => !turn.known);
    expect(ofStrangers.length).toBeGreaterThan(50);
    expect(ofStrangers.length).toBeLessThan(crowd - 100);
  });
});
