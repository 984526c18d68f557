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
/** So many hashes take half a second; a cheap phone solves the first level in 0.3 s at most. */
export const usualWaiting = 20;
/** So many times what may fail may be under way: a crowd that signs in rightly at once is smaller (0183). */
const timesUnderWay = 2;
const nobody: AtOnce = { network: 0, site: 0 };
/** Whoever waits no longer than this is asked for nothing more. */
const soonMs = 2_000;
/** Beyond so many proofs of a network that were in vain the next one is harder, and again with each doubling. */
const usualInVain = 100;
/** Each proof that was in vain lets its solver wait as much longer, so many at most. */
const mostInVain = 3;

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
  /** Whether the ceiling asked for it, not the line alone. */
  isAboveCeiling: boolean;
  /** How long a line of 20 or more may be that is joined: longer after proofs that were in vain. */
  patienceMs: number;
  /** Takes the count back, and makes the refusal that asks whoever met a longer line for another proof. */
  askAgain(): Promise<Problem>;
  /** Takes the count back: it was no failure after all. */
  withdraw(): Promise<void>;
  /** Says that it was one: until then a sign-in may be right, and counts by half while many wait (0183). */
  failed(): Promise<void>;
};

/** How many of something a network and its site have at the moment. */
export type AtOnce = { network: number; site: number };

type Present = {
  /** What is open, where that lasts longer than what is counted. */
  open?: AtOnce;
  /** Who waits for the costly work that comes next. */
  waiting?: AtOnce;
};

export type Ceilings = {
  /**
   * Counts one passage, before anything costly is done. Above the threshold of its network or site it needs a proof of
   * work, the harder the more the network does; without a valid one nothing is counted, so that nobody can fill a
   * ceiling for the others. While many of it wait, a venue's network is asked as any other would be, the harder the
   * more they are (0183). Whoever then meets a line longer than two seconds is asked for a proof, or for another one,
   * which lets its solver into a longer line: whoever sends a thousand at once pays for each try, nobody stands behind
   * all of them, and nobody loses more than a few (0205). Throws `proof.needed` with the challenge in its details
   * (rules §3).
   */
  pass(kind: Kind, passage: Passage, present?: Present): Promise<Passed>;
};

/** Opens the ceilings of networks; `factorOf` says by how much a network's are multiplied. */
export function openCeilings(counter: OpenCounter, proofs: Proofs, factorOf: (ip: string) => number): Ceilings {
  const open = (kind: Kind) => counter(`ceiling-${kind}`, { points: thresholds[kind], duration: 5 * minute });
  const counters = new Map((Object.keys(thresholds) as Kind[]).map((kind) => [kind, open(kind)]));
  const inVain = counter("proofs-in-vain", { points: usualInVain, duration: 5 * minute });
  const failures = counter("ceiling-failed-sign-in", { points: thresholds["sign-in"], duration: 5 * minute });

  return {
    async pass(kind, { ip, call = kind, proof, apart }, { open = nobody, waiting = nobody } = {}) {
      const counted = counters.get(kind);
      if (!counted) throw new Error(`there is no ceiling ${kind}`);
      const done = kind === "sign-in" ? failures : counted;
      const network = networkOf(ip);
      const site = siteOf(ip);
      const usual: number = thresholds[kind];
      const threshold = usual * (apart === undefined ? factorOf(ip) : 1);
      const key = apart === undefined ? network : hashedKey(apart);
      const counts = [{ key, usual, threshold, open: open.network, waiting: waiting.network }];
      if (apart === undefined && site !== null) {
        const ofSite = { usual: usual * timesOfSite, threshold: threshold * timesOfSite };
        counts.push({ key: site, ...ofSite, open: open.site, waiting: waiting.site });
      }
      const purpose = { call, network };
      const refuse = async (level: number, inVain = 0) => {
        const challenge = await proofs.challenge(purpose, level, inVain);
        return new Problem("proof.needed", { details: { challenge } });
      };

      const before = await Promise.all(
        counts.map(async ({ key, usual, threshold, open, waiting }) => {
          const [all, sure] = await Promise.all([counted.get(key), waiting >= usualWaiting ? done.get(key) : null]);
          const ofCeiling = Math.max(all?.consumedPoints ?? 0, open) / threshold;
          const ofDone = Math.max(sure?.consumedPoints ?? 0, (all?.consumedPoints ?? 0) / timesUnderWay) / usual;
          return { ofCeiling, ofLine: Math.min(ofDone, waiting / usualWaiting) };
        }),
      );
      const isAboveCeiling = before.some(({ ofCeiling }) => ofCeiling >= 1);
      const times = Math.max(...before.flatMap(({ ofCeiling, ofLine }) => [ofCeiling, ofLine]));
      const vain = await Promise.all(counts.map(async ({ key }) => (await inVain.get(key))?.consumedPoints ?? 0));
      const level = Math.max(levelOf(times), levelOf(Math.max(...vain) / usualInVain));
      const isNeeded = times >= 1;
      // One level below what is asked now is taken: others went on while it was being solved.
      const spent = proof === undefined ? null : await proofs.spend(proof, purpose, level - 1);
      const isProven = spent !== null;
      if (isNeeded && !isProven) throw await refuse(level);
      const after = await Promise.all(counts.map(({ key }) => counted.penalty(key)));
      const withdraw = async () => void (await Promise.all(counts.map(({ key }) => counted.reward(key))));
      if (!isProven && counts.some(({ threshold }, n) => (after[n]?.consumedPoints ?? 0) > threshold)) {
        await withdraw();
        throw await refuse(0);
      }
      const failed = async () => void (await Promise.all(counts.map(({ key }) => failures.penalty(key))));
      const patienceMs = soonMs * (1 + Math.min(spent?.inVain ?? 0, mostInVain));
      const askAgain = async () => {
        await withdraw();
        if (spent) await Promise.all(counts.map(({ key }) => inVain.penalty(key)));
        return refuse(level, spent ? spent.inVain + 1 : 0);
      };
      return { isProven, isAboveCeiling, patienceMs, askAgain, withdraw, failed };
    },
  };
}

/** The level of a challenge for so many times the threshold: one more each time that it doubles. */
function levelOf(times: number): number {
  return Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, times)))));
}
