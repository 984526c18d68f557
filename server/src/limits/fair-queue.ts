import { Problem } from "../errors/problem.ts";
import { networkOf } from "./network.ts";

/** Whose work waits. */
export type Turn = {
  ip: string;
  /** An account that takes turns by itself, apart from its network. */
  account?: number | undefined;
  /** An account on a device that is known to it, or in a session: it goes first, in one line on whatever device. */
  known?: string | null;
  /** Whether a proof of work was sent: it goes before others of its network. */
  isProven?: boolean;
  /** Whether the caller has hung up: then the work is not done. */
  hasLeft?: (() => boolean) | undefined;
};

type Entry = { turn: Turn; start(): void; refuse(problem: Problem): void };
type Options = { concurrency: number; maxWaiting: number; maxOfKnown?: number };

/** After so many of known devices in a row one of the others has its turn. */
const maxKnownInRow = 3;
/** More than the gates that share an account sign in at once; it stands for all devices of an account (rules §3). */
const usualOfKnown = 20;
const retryAfter = 5;

/**
 * Opens a queue with a concurrency limit that is fair: known devices first, in turns; then the networks in turns, so that
 * one that sends a thousand delays its own thousand. Work whose caller has left is dropped when its turn comes. An account
 * waits with `maxOfKnown` at most; beyond `maxWaiting` the network or account that waits most loses its latest. Throws
 * `server.busy`, and `request.timeout` to those who left (rules §3).
 */
export function openFairQueue({ concurrency, maxWaiting, maxOfKnown = usualOfKnown }: Options) {
  const known = openRing();
  const others = openRing();
  let running = 0;
  let knownInRow = 0;

  function next(): Entry | undefined {
    const ring = known.size() > 0 && (knownInRow < maxKnownInRow || others.size() === 0) ? known : others;
    knownInRow = ring === known ? knownInRow + 1 : 0;
    return ring.take();
  }

  function advance(): void {
    while (running < concurrency) {
      const entry = next();
      if (!entry) return;
      if (entry.turn.hasLeft?.()) entry.refuse(new Problem("request.timeout"));
      else {
        running++;
        entry.start();
      }
    }
  }

  /** Makes room for one more by dropping those who left, else the latest of the line that is longest; false for a newcomer of that line. */
  function makeRoom(line: string): boolean {
    for (const ring of [known, others])
      ring.drop((entry) => entry.turn.hasLeft?.() ?? false, new Problem("request.timeout"));
    if (known.size() + others.size() < maxWaiting) return true;
    const [ring, longest] =
      known.longest().count > others.longest().count ? [known, known.longest()] : [others, others.longest()];
    if (longest.name === undefined || longest.name === line) return false;
    ring.takeLatest(longest.name)?.refuse(new Problem("server.busy", { retryAfter }));
    return true;
  }

  return async function run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const network = turn.account === undefined ? networkOf(turn.ip) : `account ${turn.account}`;
    if (running < concurrency) running++;
    else {
      const isFull = known.size() + others.size() >= maxWaiting;
      if ((turn.known && known.count(turn.known) >= maxOfKnown) || (isFull && !makeRoom(turn.known ?? network))) {
        throw new Problem("server.busy", { retryAfter });
      }
      await new Promise<void>((start, refuse) => {
        const entry = { turn, start, refuse };
        if (turn.known) known.add(turn.known, entry, false);
        else others.add(network, entry, turn.isProven ?? false);
      });
    }
    try {
      return await work();
    } finally {
      running--;
      advance();
    }
  };
}

/** Lines of entries that take turns; in a line those that are first by right, then by arrival. */
function openRing() {
  const lines = new Map<string, { first: Entry[]; rest: Entry[] }>();
  let size = 0;

  return {
    size: () => size,
    add(name: string, entry: Entry, isFirst: boolean): void {
      const line = lines.get(name) ?? { first: [], rest: [] };
      lines.set(name, line);
      (isFirst ? line.first : line.rest).push(entry);
      size++;
    },
    take(): Entry | undefined {
      for (const [name, line] of lines) {
        // Whoever had a turn goes to the end of the ring.
        lines.delete(name);
        const entry = line.first.shift() ?? line.rest.shift();
        if (line.first.length + line.rest.length > 0) lines.set(name, line);
        if (entry) {
          size--;
          return entry;
        }
      }
      return undefined;
    },
    count(name: string): number {
      const line = lines.get(name);
      return line ? line.first.length + line.rest.length : 0;
    },
    longest(): { name: string | undefined; count: number } {
      let longest = { name: undefined as string | undefined, count: 0 };
      for (const [name, { first, rest }] of lines) {
        const count = first.length + rest.length;
        if (count > longest.count) longest = { name, count };
      }
      return longest;
    },
    takeLatest(name: string): Entry | undefined {
      const line = lines.get(name);
      const entry = line?.rest.pop() ?? line?.first.pop();
      if (entry) size--;
      return entry;
    },
    drop(isGone: (entry: Entry) => boolean, problem: Problem): void {
      for (const line of lines.values()) {
        for (const part of ["first", "rest"] as const) {
          const entries = line[part];
          line[part] = [];
          for (const entry of entries) {
            if (!isGone(entry)) line[part].push(entry);
            else entry.refuse(problem);
          }
          size -= entries.length - line[part].length;
        }
      }
    },
  };
}
