import { Problem } from "../errors/problem.ts";
import type { AtOnce } from "./ceilings.ts";
import { openRing, type Peers, type Place, placeOf, placeOfMember, placeOfName } from "./ring.ts";

/** Whose work waits. */
export type Turn = {
  ip: string;
  /** An account that takes turns by itself, apart from its network. */
  account?: number | undefined;
  /**
   * An account on a device that is known to it, or in a session: in one line on whatever device. It goes before all
   * networks, or before the strangers of its own (`isOfNetwork`).
   */
  known?: string | null;
  /**
   * Whether an account, known or not, has its turns among those of its network: anybody makes hundreds of accounts in
   * a few seconds, and each would have as many turns as a whole hall.
   */
  isOfNetwork?: boolean;
  /** Among whom an account of the network takes turns; they do with all its others together. */
  peers?: Peers | undefined;
  /** Whether a proof of work was sent: it goes before others of its network. */
  isProven?: boolean;
  /** Whether the caller has hung up: then the work is not done. */
  hasLeft?: (() => boolean) | undefined;
  /** Asked when the work would have to wait: whether it may join its line, as long as that is. */
  mayJoin?: (() => boolean) | undefined;
};

/** Who waits before somebody, and how many milliseconds it takes on average until the next of them has a turn. */
export type Line = AtOnce & { turnMs: number };

/** Thrown where whoever would wait may not join the line. */
export class LineTooLong extends Error {}

type Entry = { turn: Turn; start(): void; refuse(problem: Problem): void };
type Options = {
  concurrency: number;
  maxWaiting: number;
  maxOfKnown?: number;
  /**
   * Whether accounts of a network, or networks of a site, that had the fewest turns lately go first among its own, and
   * are the last that make room.
   */
  isFewestFirst?: boolean;
  /** For how many milliseconds turns are remembered, up to twice as long; half a minute to a minute without it. */
  rememberedMs?: number;
  /** Milliseconds that the work takes before any was measured; none is measured without it. */
  usualMs?: number;
};

/** After so many of known devices in a row one of the others has its turn. */
const maxKnownInRow = 3;
/** More than the gates that share an account sign in at once; it stands for all devices of an account (rules §3). */
const usualOfKnown = 20;
const retryAfter = 5;
/** What part of the mean time that work takes the latest is. */
const partOfMean = 0.05;

/**
 * Opens a queue with a concurrency limit that is fair: the staff's known devices first, in turns; then the networks in
 * turns, so that one that sends a thousand delays its own thousand, and all of an IPv6 site as one (0158); in each its
 * own known devices and accounts first. Work whose caller has left is dropped, and takes no turn. An account waits
 * with `maxOfKnown` at most; beyond `maxWaiting` the network, site or account that waits most loses its latest. Throws
 * `server.busy`, `request.timeout` to those who left, and `LineTooLong` to who may not join (rules §3).
 */
export function openFairQueue(options: Options) {
  const { concurrency, maxWaiting, maxOfKnown = usualOfKnown, isFewestFirst, rememberedMs, usualMs } = options;
  const known = openRing<Entry>({ isFewestFirst, rememberedMs, dropIfGone });
  const others = openRing<Entry>({ isFewestFirst, rememberedMs, dropIfGone });
  const ringOf = ({ known: name, isOfNetwork }: Turn) => (name && !isOfNetwork ? known : others);
  let running = 0;
  let knownInRow = 0;
  let meanMs = usualMs ?? 0;

  function next(): Entry | undefined {
    const ofKnown = knownInRow < maxKnownInRow ? known.take() : undefined;
    const ofOthers = ofKnown ? undefined : others.take();
    const entry = ofKnown ?? ofOthers ?? known.take();
    knownInRow = entry && entry !== ofOthers ? knownInRow + 1 : 0;
    return entry;
  }

  function advance(): void {
    while (running < concurrency) {
      const entry = next();
      if (!entry) return;
      running++;
      entry.start();
    }
  }

  /** Drops those who left where too many wait, and where they are not enough the latest of the line that is longest. */
  function makeRoom(): void {
    if (known.size() + others.size() <= maxWaiting) return;
    for (const ring of [known, others]) ring.dropGone();
    if (known.size() + others.size() <= maxWaiting) return;
    const [ofKnown, ofOthers] = [known.longest(), others.longest()];
    const [ring, { place }] = ofKnown.count > ofOthers.count ? [known, ofKnown] : [others, ofOthers];
    if (place) ring.takeLatest(place)?.refuse(new Problem("server.busy", { retryAfter }));
  }

  async function run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const place = waitingPlace(turn);
    if (running < concurrency) running++;
    else {
      if (turn.known && ringOf(turn).count(place) >= maxOfKnown) throw new Problem("server.busy", { retryAfter });
      if (turn.mayJoin?.() === false) throw new LineTooLong();
      await new Promise<void>((start, refuse) => {
        const entry = { turn, start, refuse };
        ringOf(turn).add(place, entry, turn.isProven);
        makeRoom();
      });
    }
    const began = usualMs === undefined ? 0 : performance.now();
    try {
      return await work();
    } finally {
      if (usualMs !== undefined) meanMs += partOfMean * (performance.now() - began - meanMs);
      running--;
      advance();
    }
  }

  /**
   * Measures the line that a turn among those of a network would join: of its strangers, and of those of its whole IPv6
   * site, or of its accounts. Others take turns with it, as they do now.
   */
  function line(turn: Turn): Line {
    const place = waitingPlace(turn);
    const { isShared = false } = place;
    const site = others.countAll(place, isShared);
    const turnsUntilNext = Math.max(1, others.groups()) * (others.countAll(place, !isShared) > 0 ? 2 : 1);
    const turnMs = (meanMs / concurrency) * turnsUntilNext;
    return { network: isShared ? others.count(place) : site, site, turnMs };
  }

  return Object.assign(run, { line });
}

function dropIfGone({ turn, refuse }: Entry): boolean {
  if (!turn.hasLeft?.()) return false;
  refuse(new Problem("request.timeout"));
  return true;
}

function waitingPlace({ known, account, ip, isOfNetwork, peers }: Turn): Place {
  const name = known || (account === undefined ? undefined : `account ${account}`);
  if (name === undefined) return placeOf(ip);
  return isOfNetwork ? placeOfMember(ip, name, peers) : placeOfName(name);
}
