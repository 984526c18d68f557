import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Config } from "../process/config.ts";
import type { Keys } from "../process/secrets.ts";
import { type Boards, openBoards } from "./boards.ts";
import { type Ceilings, openCeilings } from "./ceilings.ts";
import { type CodeRequests, openCodeRequests } from "./code-requests.ts";
import { minute, openCounters } from "./counters.ts";
import { openFairQueue, type Turn } from "./fair-queue.ts";
import { addressMatcher, networkOf, siteOf } from "./network.ts";
import { openPasswordTries, type PasswordTries } from "./password-tries.ts";
import { openPlaces, type Places } from "./places.ts";
import { openProofs } from "./proofs.ts";

export type Limits = {
  /** Wrong passwords, by account. */
  passwords: PasswordTries;
  /** Ceilings of networks, each kind apart. */
  pass: Ceilings["pass"];
  /**
   * Whether an attendee's sign-in on a known device still goes before strangers: ten times an hour. 400 own accounts
   * that signed in all the time had seven of eight of their hall's hashes, and left its strangers waiting for a minute.
   * Of a network's accounts without a verified email, which cost nothing, 300 in five minutes.
   */
  goesFirst(account: { id: number; isVerified: boolean }, ip: string): Promise<boolean>;
  /** Quotas of mailed codes. */
  codes: CodeRequests;
  /**
   * Whether a network has sent so many handshakes with dead tokens that more of them are refused before the upgrade.
   */
  handshake: { isSuspect(ip: string): Promise<boolean>; refused(ip: string): Promise<void> };
  /**
   * Looks up what a stranger asks for before anything can be refused, for work that takes one connection to the
   * database however many do it: 50 at once, networks in turns, so that a crowd delays nobody elsewhere for longer than
   * reading for 50 takes. Throws `server.busy` (security: row 21).
   */
  lookUp<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /** Gives strangers connections to the database for all else, two at once, networks in turns (security: row 21). */
  strangersTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /**
   * Gives those who sign out or use a mailed code connections to the database, three at once: networks in turns, in
   * each its accounts that are told by name, with the fewest turns lately first, beside its strangers, who share a line
   * (security: row 21).
   */
  signInsTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /**
   * Gives those whose password was judged or hashed connections to the database, two at once, staff first: they are as
   * few a second as passwords can be hashed, and wait behind nobody who sends what costs no hash (security: row 21).
   */
  hashedTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /**
   * Gives members connections to the database: staff first, then networks in turns, and in each its accounts, those
   * with the fewest turns lately first. Else everybody waits for all that whoever has 200 accounts reads at once
   * (security: row 21).
   */
  membersTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /**
   * Gives members who want a row that many want connections to the database, six at once, in the order of
   * `membersTurn`: all who join a line wait for its game's row, who reserve for the ticket's, with the connections that
   * they hold (security: row 21). Whoever has one of the six waits for the next connection and for nobody else's turn:
   * six who waited for theirs behind those of their own network kept everybody's reservations waiting for 6 s.
   */
  contendersTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /** How many connections the network of an address may have open; those of proxies are everybody's. */
  maxConnections(ip: string): number;
  /** Places for the sockets of boards, which have no session. */
  boards: Boards;
  /** Places for the sockets of sessions and accounts. */
  places: Places;
};

type Settings = {
  redis: Redis | undefined;
  log: Logger;
  config: Pick<Config, "venueNetworks" | "trustProxy">;
  keys: Pick<Keys, "proof">;
};

/** By how much what a venue's network may do is multiplied (rules §3). */
const venueFactor = 20;
const maxDeadHandshakes = 300;
const firstInAnHour = 10;
const firstOfNetwork = 300;
/** So few that all kinds of strangers' calls together leave others a connection; theirs bound how many wait (0150). */
const strangers = { concurrency: 2, maxWaiting: Number.POSITIVE_INFINITY };
/** Some are left to what many share, as the look-up of sessions; turns bound how many wait (0182). */
const members = {
  concurrency: 12,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxOfKnown: Number.POSITIVE_INFINITY,
  isFewestFirst: true,
};
/** Their ceilings and passwords bound how many wait. */
const signIns = { ...members, concurrency: 3 };
const hashed = { ...members, concurrency: 2 };
/**
 * Half of the members' connections. Turns are remembered for an evening: of 20,000 own accounts, each with a press in
 * a minute, thousands had always waited that had none lately, and a guest's press stood behind all of them for 24 to
 * 38 s.
 */
const contending = { ...members, concurrency: 6, rememberedMs: 180 * minute * 1_000 };
/** Six for each of the 2,000 people of a venue: more than their browsers open. */
const maxConnections = 12_000;
/** As many wait as one network has connections, whom a few seconds look up: so no hall is refused for its size. */
const lookUps = { concurrency: 50, maxWaiting: maxConnections };

/** Opens the limits of rules §3: by account first, by network second; in memory, in Redis where there is one. */
export function openLimits({ redis, log, config, keys }: Settings): Limits {
  const isVenue = addressMatcher(config.venueNetworks);
  const isProxy = addressMatcher(config.trustProxy);
  const factorOf = (ip: string) => (isVenue(ip) ? venueFactor : 1);
  const counter = openCounters(redis);
  const ceilings = openCeilings(counter, openProofs(keys.proof, counter), factorOf);
  const handshakes = counter("handshakes", { points: maxDeadHandshakes, duration: 5 * minute });

  const knownOfNetworks = counter("known-sign-ins-of-network", { points: firstOfNetwork, duration: 5 * minute });
  const knownSignIns = counter("known-sign-ins", { points: firstInAnHour, duration: 60 * minute });

  const membersTurn = openFairQueue(members);
  const contenders = openFairQueue(contending);

  return {
    passwords: openPasswordTries(counter, log),
    pass: ceilings.pass,
    async goesFirst({ id, isVerified }, ip) {
      const { consumedPoints: times } = await knownSignIns.penalty(id);
      if (times > firstInAnHour) return false;
      // Neighbours use up nobody's first sign-in of an hour.
      if (isVerified || times === 1) return true;
      const { consumedPoints } = await knownOfNetworks.penalty(siteOf(ip) ?? networkOf(ip));
      return consumedPoints <= firstOfNetwork * factorOf(ip);
    },
    codes: openCodeRequests(counter, factorOf),
    handshake: {
      isSuspect: async (ip) => ((await handshakes.get(networkOf(ip)))?.consumedPoints ?? 0) >= maxDeadHandshakes,
      refused: async (ip) => void (await handshakes.penalty(networkOf(ip))),
    },
    lookUp: openFairQueue(lookUps),
    strangersTurn: openFairQueue(strangers),
    signInsTurn: openFairQueue(signIns),
    hashedTurn: openFairQueue(hashed),
    membersTurn,
    contendersTurn: (turn, work) => contenders(turn, () => membersTurn({ ip: turn.ip, known: "contender" }, work)),
    maxConnections: (ip) => (isProxy(ip) ? Number.POSITIVE_INFINITY : maxConnections * factorOf(ip)),
    boards: openBoards(keys.proof, ceilings),
    places: openPlaces(redis),
  };
}
