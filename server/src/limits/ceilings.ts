import { Problem } from "../errors/problem.ts";
import { hashedKey, minute, type OpenCounter } from "./counters.ts";
import { networkOf, siteOf } from "./network.ts";
import { levels, type Proofs } from "./proofs.ts";

/**
 * What is counted for each network in 5 minutes, each by itself: wrong codes and failed sign-ins, the rest all (rules
 * §3).
 */
const thresholds = { "sign-in": 300, code: 100, registration: 300, "code-request": 300, board: 300 } as const;
export type Kind = keyof typeof thresholds;
/** By how much more all networks of an IPv6 site may do, for whoever has one has 65,536 of them. */
const timesOfSite = 8;

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

/** How many of a kind the network and its site have open, where those last longer than what is counted. */
export type AlreadyOpen = { network: number; site: number };

export type Ceilings = {
  /**
   * Counts one passage, before anything costly is done. Above the threshold of its network or site it needs a proof of
   * work, the harder the more the network does; without a valid one nothing is counted, so that nobody can fill a
   * ceiling for the others. Throws `proof.needed` with the challenge in its details (rules §3).
   */
  pass(kind: Kind, passage: Passage, alreadyOpen?: AlreadyOpen): Promise<Passed>;
};

/** Opens the ceilings of networks; `factorOf` says by how much a network's are multiplied. */
export function openCeilings(counter: OpenCounter, proofs: Proofs, factorOf: (ip: string) => number): Ceilings {
  const open = (kind: Kind) => counter(`ceiling-${kind}`, { points: thresholds[kind], duration: 5 * minute });
  const counters = new Map((Object.keys(thresholds) as Kind[]).map((kind) => [kind, open(kind)]));

  return {
    async pass(kind, { ip, call = kind, proof, apart }, alreadyOpen = { network: 0, site: 0 }) {
      const counted = counters.get(kind);
      if (!counted) throw new Error(`there is no ceiling ${kind}`);
      const network = networkOf(ip);
      const site = siteOf(ip);
      const threshold = thresholds[kind] * (apart === undefined ? factorOf(ip) : 1);
      const counts = [{ key: apart === undefined ? network : hashedKey(apart), threshold, open: alreadyOpen.network }];
      if (apart === undefined && site !== null) {
        counts.push({ key: site, threshold: threshold * timesOfSite, open: alreadyOpen.site });
      }
      const purpose = { call, network };
      const refuse = async (level: number) => {
        const challenge = await proofs.challenge(purpose, level);
        return new Problem("proof.needed", { details: { challenge } });
      };

      const before = await Promise.all(
        counts.map(async ({ key, threshold, open }) => {
          const { consumedPoints = 0 } = (await counted.get(key)) ?? {};
          return Math.max(consumedPoints, open) / threshold;
        }),
      );
      const times = Math.max(...before);
      const level = levelOf(times);
      const isNeeded = times >= 1;
      // One level below what is asked now is taken: others went on while it was being solved.
      const isProven = isNeeded && proof !== undefined && (await proofs.spend(proof, purpose, level - 1));
      if (isNeeded && !isProven) throw await refuse(level);
      const after = await Promise.all(counts.map(({ key }) => counted.penalty(key)));
      const withdraw = async () => void (await Promise.all(counts.map(({ key }) => counted.reward(key))));
      if (!isProven && counts.some(({ threshold }, n) => (after[n]?.consumedPoints ?? 0) > threshold)) {
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
