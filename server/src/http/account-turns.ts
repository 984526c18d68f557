import { Problem } from "../errors/problem.ts";
import { openRing, placeOfName, type Ring } from "../limits/ring.ts";

type HasLeft = (() => boolean) | undefined;
type Waiting = { start(): void; refuse(problem: Problem): void; hasLeft: HasLeft };
/** Whose turns they are, and in which of its lines. */
type Place = { id: number | string; sessionId: number | string };
type Account = { running: number; waiting: Ring<Waiting> };

/** More than a screen changes at once; a quarter of the connections to the database. */
const usual = 4;
/** As many as a screen asks for at once. */
export const readingsAtOnce = 8;
/** Those that wait for the hash of a password first, with everybody else who signs in. */
export const hashingAtOnce = 2;

/**
 * Opens the turns of accounts: so many calls by one account are worked on at once, further ones wait for them, and
 * nobody else waits; its sessions take turns, for an event shares an account of the staff on many devices, of which one
 * may be a thief's (0172). Without it an account with 20 connections held all connections to the database with any
 * change that is dear or waits for a lock. How many wait is bounded by the connections of a network; who has left is
 * not worked for. Throws `request.timeout` to those (security: row 21).
 */
export function openAccountTurns(max = usual) {
  const accounts = new Map<Place["id"], Account>();

  /** Hands the turn that has become free on; of one that nobody waits for nothing stays behind. */
  function passOn(id: Place["id"], account: Account): void {
    const next = account.waiting.take();
    if (next) {
      next.start();
      return;
    }
    account.running--;
    if (account.running === 0) accounts.delete(id);
  }

  return async function run<T>({ id, sessionId }: Place, hasLeft: HasLeft, work: () => Promise<T>): Promise<T> {
    const account = accounts.get(id) ?? { running: 0, waiting: openRing<Waiting>({ dropIfGone }) };
    accounts.set(id, account);
    if (account.running < max) account.running++;
    else {
      await new Promise<void>((start, refuse) =>
        account.waiting.add(placeOfName(sessionId), { start, refuse, hasLeft }),
      );
    }
    try {
      return await work();
    } finally {
      passOn(id, account);
    }
  };
}

function dropIfGone({ hasLeft, refuse }: Waiting): boolean {
  if (!hasLeft?.()) return false;
  refuse(new Problem("request.timeout"));
  return true;
}

export type AccountTurns = ReturnType<typeof openAccountTurns>;
