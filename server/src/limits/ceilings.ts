import { Problem } from "../errors/problem.ts";
import { hashedKey, minute, type OpenCounter } from "./counters.ts";
import { networkOf } from "./network.ts";
import { levels, type Proofs } from "./proofs.ts";

/** What is counted for each network in 5 minutes, each by itself: wrong codes and failed sign-ins, the rest all (rules §3). */
const thresholds = { "sign-in": 300, code: 100, registration: 300, "code-request": 300, board: 300 } as const;
export type Kind = keyof typeof thresholds;

/** Who wants to do what. */
export type Passage = {
  ip: string;
  /** The call that a proof must have been made for. */
  call?: string | undefined;
  proof?: string | undefined;
  /** A device or an account that is counted by itself, apart from its network. */
  apart?: string | undefined;
};

export type Passed = {
  /** Whether a proof of work was taken. */
  isProven: boolean;
  /** Takes the count back: it was no failure after all. */
  withdraw(): Promise<void>;
};

export type Ceilings = {
  /**
   * Counts one passage, before anything costly is done. Above the threshold of its network it needs a proof of work, the
   * harder the more the network does; without a valid one nothing is counted, so that nobody can fill a ceiling for the
   * others. Throws `proof.needed` with the challenge in its details (rules §3).
   */
  pass(kind: Kind, passage: Passage, alreadyOpen?: number): Promise<Passed>;
};

/** Opens the ceilings of networks; `factorOf` says by how much a network's are multiplied. */
export function openCeilings(counter: OpenCounter, proofs: Proofs, factorOf: (ip: string) => number): Ceilings {
  const open = (kind: Kind) => counter(`ceiling-${kind}`, { points: thresholds[kind], duration: 5 * minute });
  const counters = new Map((Object.keys(thresholds) as Kind[]).map((kind) => [kind, open(kind)]));

  return {
    async pass(kind, { ip, call = kind, proof, apart }, alreadyOpen = 0) {
      const counted = counters.get(kind);
      if (!counted) throw new Error(`there is no ceiling ${kind}`);
      const network = networkOf(ip);
      const key = apart === undefined ? network : hashedKey(apart);
      const threshold = thresholds[kind] * (apart === undefined ? factorOf(ip) : 1);
      const purpose = { call, network };
      const refuse = async (level: number) => {
        const challenge = await proofs.challenge(purpose, level);
        return new Problem("proof.needed", { details: { challenge } });
      };

      const before = Math.max((await counted.get(key))?.consumedPoints ?? 0, alreadyOpen);
      const level = levelOf(before / threshold);
      const isNeeded = before >= threshold;
      // One level below what is asked now is taken: others went on while it was being solved.
      const isProven = isNeeded && proof !== undefined && (await proofs.spend(proof, purpose, level - 1));
      if (isNeeded && !isProven) throw await refuse(level);
      const { consumedPoints } = await counted.penalty(key);
      const withdraw = async () => void (await counted.reward(key));
      if (consumedPoints > threshold && !isProven) {
        await withdraw();
        throw await refuse(0);
      }
      return { isProven, withdraw };
    },
  };
}

/** The level of a challenge for so many times the threshold: one more each time that it doubles. */
function levelOf(times: number): number {
  return Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, times)))));
}
