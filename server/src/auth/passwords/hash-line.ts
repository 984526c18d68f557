import { isStaff } from "@saha/contract";
import type { Core } from "../../core.ts";
import type { Actor, Client } from "../../http/client.ts";
import { type AtOnce, type Kind, usualWaiting } from "../../limits/ceilings.ts";
import { type Line, LineTooLong, type Turn } from "../../limits/fair-queue.ts";
import { turnOf } from "./turn-of.ts";
import { lineForEstimate } from "./weak-passwords.ts";

type Parts = Pick<Core, "passwords"> & { limits: Pick<Core["limits"], "pass" | "goesFirst"> };
/** An account that may go before the strangers of its network: on a device that it knows, or in a session. */
type Owner = Pick<Actor, "id" | "roleId"> & Partial<Actor> & { isVerified: boolean };
type Asked = { kind: Kind; client: Client; owner?: Owner | undefined; isEstimated?: boolean };
/** Where somebody waits for hashes; `hasCompared` is set by the first password that was compared. */
export type HashLine = { turn: Turn; hasCompared: boolean };
type Work<T> = (line: HashLine) => Promise<T>;

/** An attendee joins no longer line of accounts. */
const patienceOfKnown = 2_000;
const nobody: Line = { network: 0, site: 0, turnMs: 0 };

/**
 * Carries out what needs hashes in the line of an account, or in that of its network's strangers. The staff have turns
 * of their own. Attendees go before strangers while they and their network do so seldom; else they are counted on the
 * network as whoever is unknown. None joins a long line: an account goes to the strangers, a stranger is asked for a
 * proof of work (0205). The line is measured in the moment in which it is joined: a thousand that come at once would
 * else all see none. Throws `proof.needed` (rules §3).
 */
export async function inHashLine<T>(parts: Parts, asked: Asked, work: Work<T>): Promise<T> {
  const { owner, client } = asked;
  if (!owner) return amongStrangers(parts, asked, work);
  const turn = turnOf(owner, client);
  if (isStaff(owner.roleId)) return work({ turn, hasCompared: false });
  const isShort = () => measure(parts, asked, turn).isShort(patienceOfKnown);
  if (!isShort() || !(await parts.limits.goesFirst(owner, client.ip))) return amongStrangers(parts, asked, work);
  try {
    return await work(openLine(turn, isShort));
  } catch (error) {
    if (error instanceof LineTooLong) return amongStrangers(parts, asked, work);
    throw error;
  }
}

/** Counts all registrations on the network, and of the rest failures only. */
async function amongStrangers<T>(parts: Parts, asked: Asked, work: Work<T>): Promise<T> {
  const { kind, client } = asked;
  const { ip, hasLeft } = client;
  const isRegistration = kind === "registration";
  const passed = await parts.limits.pass(kind, client, { waiting: measure(parts, asked, { ip }).waiting });
  // In a hall full of people registrations stay in the order in which they came.
  const isProven = passed.isProven && (!isRegistration || passed.isAboveCeiling);
  const isShort = () => measure(parts, asked, { ip }).isShort(passed.patienceMs);
  const line = openLine({ ip, hasLeft, isProven }, isShort);
  try {
    const done = await work(line);
    if (!isRegistration) await passed.withdraw();
    return done;
  } catch (error) {
    if (error instanceof LineTooLong) throw await passed.askAgain();
    // The caller has left, or too many wait: who hangs up between two hashes would else have the first for nothing.
    if (!isRegistration) await (line.hasCompared ? passed.failed() : passed.withdraw());
    throw error;
  }
}

type Measured = { waiting: AtOnce; isShort(patienceMs: number): boolean };

/** Measures the line that a turn would join: who waits for an estimate waits for a hash after it. */
function measure({ passwords }: Pick<Parts, "passwords">, { isEstimated }: Asked, turn: Turn): Measured {
  const hashes = passwords.line(turn);
  const estimates = isEstimated ? lineForEstimate(turn) : nobody;
  const waiting = { network: estimates.network + hashes.network, site: estimates.site + hashes.site };
  // A network of a crowded site with few in line goes first there.
  const isCrowded = waiting.network >= usualWaiting;
  const before = ({ network, site }: AtOnce) => (isCrowded ? Math.max(network, site) : network);
  const ms = Math.max(before(estimates) * estimates.turnMs, before(waiting) * hashes.turnMs);
  return { waiting, isShort: (patienceMs) => !isCrowded || ms < patienceMs };
}

/** Opens a line that is joined while it is short: whoever was let in, or has compared a password, has the rest too. */
function openLine(turn: Turn, isShort: () => boolean): HashLine {
  let isIn = false;
  const mayJoin = () => {
    isIn ||= line.hasCompared || isShort();
    return isIn;
  };
  const line: HashLine = { turn: { ...turn, mayJoin }, hasCompared: false };
  return line;
}
