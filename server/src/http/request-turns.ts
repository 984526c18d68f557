import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { RecentTurns } from "../limits/recent-turns.ts";
import { openRing, type Peers, placeOf, placeOfMember } from "../limits/ring.ts";
import type { Connection } from "./connection-of.ts";

/** Who asks: an account by one of its sessions, where a token says so, else an address. */
type Asker = { ip: string; signedIn?: SignedIn | undefined };
/** How who asks is read from a request; `connectionOf` is asked of each, `askerOf` only of those that wait. */
type Callers = {
  askerOf(request: IncomingMessage): Asker;
  connectionOf(request: Pick<IncomingMessage, "socket" | "headers">): Connection;
};
type SignedIn = { account: number; session: number; isStaff: boolean; peers?: Peers | undefined };
/** `connection` is the caller's own, `socket` a proxy's, which many callers share, where one is in front. */
type Asked = { socket: Socket; connection: Connection; begin(): void };
/** A request that waits; nothing of one whose connection has been closed meanwhile. */
type Waiting = { asked: Asked | undefined; forget(): void };

/**
 * How many requests are begun in a turn of the event loop, and of each line in one that let somebody in:
 * `withNewcomers` at least, `perMs` for each millisecond since the last turn. A stranger's connection that is older
 * than `restMs`, and of which none was begun for as long, goes before others of its network, and so do `newPerS`
 * younger ones of each in a second.
 */
type PerTurn = { usual: number; withNewcomers: number; perMs: number; restMs: number; newPerS: number };
/**
 * Nobody types a password so fast; two thousand connections that ask so seldom are four hundred requests a second. In
 * the order in which they came 2,000 that read the theme in a hall, beside as many with tokens, kept sign-ins there
 * waiting for 2 s, the gates' too.
 */
const restMs = 5_000;
/**
 * A hall of 4,000 that opens its doors brings some 30 a second. Where all that are new went first 2,000 that hung up
 * after each answer and came anew had always rested: its sign-ins waited for 1.2 to 1.4 s.
 */
const newPerS = 50;
/**
 * Some 4 ms of cheap requests; and less than one, fewer than come with those who are let in. Who waits for the database
 * comes a few steps further in each turn, so that long turns are waited for again and again: with 200 of them 3,000
 * connections of one address that asked for nothing kept the people of a busy hall elsewhere waiting for 1.2 s. By time
 * each line has some 500 a second, however few turns a busy machine has: beside 300 connections that asked and were
 * reset, one let in in each turn, one in twenty of those who were connected sometimes waited for 0.4 to 0.9 s.
 */
const perTurn: PerTurn = { usual: 40, withNewcomers: 0.25, perMs: 0.5, restMs, newPerS };
/** After so many in a row of those who go first the others have a turn. */
const maxFirstInRow = 3;

/**
 * Opens a line whose requests take turns, of which a number may be begun in a turn of the event loop; `leave` hears of
 * each that no longer waits.
 */
function openLine(leave: () => void) {
  const ring = openRing<Waiting>({
    dropIfGone({ asked, forget }) {
      if (asked && !asked.socket.destroyed) return false;
      asked?.socket.off("close", forget);
      leave();
      return true;
    },
  });
  let left = 0;
  return {
    add: ring.add,
    /** Allows so many in this turn; with `isOnTop` what is left of one is kept from the last. */
    allow(count: number, isOnTop: boolean): void {
      left = isOnTop ? (left % 1) + count : count;
    },
    /** Takes the next one whose connection is still open. */
    take(): Asked | undefined {
      const entry = left < 1 ? undefined : ring.take();
      if (!entry?.asked) return undefined;
      leave();
      left--;
      entry.asked.socket.off("close", entry.forget);
      return entry.asked;
    },
  };
}

/**
 * Gives those of `first` before those of `then`, with every fourth turn for these; either where the other has none.
 */
function favour(first: () => Asked | undefined, then: () => Asked | undefined): () => Asked | undefined {
  let inRow = 0;
  return () => {
    const asked = inRow < maxFirstInRow ? first() : undefined;
    inRow = asked ? inRow + 1 : 0;
    return asked ?? then() ?? first();
  };
}

/** Allows each name so many in a second. */
function openBudgets(perS: number): (name: string) => boolean {
  let taken = new Map<string, number>();
  let since = performance.now();
  return (name) => {
    const now = performance.now();
    if (now - since >= 1_000) {
      taken = new Map();
      since = now;
    }
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count <= perS;
  };
}

/**
 * Opens lines whose requests take turns, a few in each turn of the event loop: the staff by accounts and sessions, then
 * attendees by networks, in each by groups of accounts (0182) and accounts, then strangers by networks, in each
 * connections that have rested first.
 */
function openLines({ usual, withNewcomers, perMs, restMs, newPerS }: PerTurn) {
  let waiting = 0;
  const leave = () => {
    waiting--;
  };
  const [staff, attendees, strangers] = [openLine(leave), openLine(leave), openLine(leave)];
  const lines = [staff, attendees, strangers];
  let begun = 0;
  let hasNewcomers = false;
  let hadNewcomers = false;
  let isTurning = false;
  let turnedAt = performance.now();
  const begunLately = new RecentTurns(restMs);
  const isNewAllowed = openBudgets(newPerS);
  for (const line of lines) line.allow(usual, false);

  const next = favour(staff.take, favour(attendees.take, strangers.take));

  function goesFirst({ name, ageMs }: Connection, network: string): boolean {
    return begunLately.of(name) === 0 && (ageMs >= restMs || isNewAllowed(network));
  }

  function begin(asked: Asked): void {
    begun++;
    begunLately.add(asked.connection.name);
    asked.begin();
  }

  function wait(asked: Asked, { ip, signedIn }: Asker): void {
    const entry: Waiting = {
      asked,
      forget: () => {
        entry.asked = undefined;
      },
    };
    asked.socket.once("close", entry.forget);
    if (!signedIn) {
      const place = placeOf(ip);
      strangers.add(place, entry, goesFirst(asked.connection, place.line));
    } else if (signedIn.isStaff) staff.add({ group: signedIn.account, line: String(signedIn.session) }, entry);
    else attendees.add(placeOfMember(ip, String(signedIn.account), signedIn.peers), entry);
    waiting++;
  }

  function turn(): void {
    begun = 0;
    const now = performance.now();
    const some = Math.min(usual, Math.max(withNewcomers, (now - turnedAt) * perMs));
    turnedAt = now;
    for (const line of lines) line.allow(hasNewcomers ? some : usual, hasNewcomers);
    hadNewcomers = hasNewcomers;
    hasNewcomers = false;
    for (let asked = next(); asked; asked = begun < usual ? next() : undefined) begin(asked);
    isTurning = begun > 0 || waiting > 0;
    if (isTurning) setImmediate(turn);
  }

  function pace(asked: Asked, findAsker: () => Asker): void {
    if (waiting > 0 || begun >= usual || hasNewcomers || hadNewcomers) wait(asked, findAsker());
    else begin(asked);
    if (!isTurning) setImmediate(turn);
    isTurning = true;
  }

  return {
    pace,
    /** Tells that this turn has let somebody in. */
    letIn: () => {
      hasNewcomers = true;
    },
  };
}

/**
 * Begins a few requests in each turn of the event loop; the others wait in lines: the staff's first, by accounts and by
 * their sessions (0172), then attendees', by networks and by their accounts (0182), then strangers', by networks, those
 * of an IPv6 site as one (0158), and in each those first whose connection has rested. Else whoever keeps some hundred
 * connections asking makes the turns long, and a turn lets but one connection in: 500 that asked for what is not there
 * kept every newcomer out for as long as they went on. From 1,024 that have asked on libuv reads again, up to 48 times,
 * before timers and `setImmediate` come: 4,000 held everybody up for 6 s. So a turn that let somebody in begins a
 * quarter of a request of each kind, or half a one for each millisecond: whoever asks once and comes again, by the
 * thousand, then waits here, in the own line, and not before the door, where all stand in one: there everybody waited
 * for 8,000 of them, 8 s (0151). A connection whose request waits counts as idle (security: row 21). One whose
 * connection is closed is forgotten at once and takes nobody's turn: a laptop that asked and hung up 3,000 times a
 * second filled 4 GB. Must come after all that listens.
 */
export function paceRequests(server: Server, { askerOf, connectionOf }: Callers, counts: PerTurn = perTurn): void {
  const { pace, letIn } = openLines(counts);
  server.on("connection", letIn);
  for (const event of ["request", "upgrade"] as const) {
    const handlers = takeListeners(server, event);
    if (handlers.length === 0) continue;
    server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const begin = () => {
        for (const handle of handlers) handle.call(server, request, ...rest);
      };
      pace({ socket: request.socket, connection: connectionOf(request), begin }, () => askerOf(request));
    });
  }
  const refusers = takeListeners(server, "clientError");
  const refused = new WeakSet<Socket>();
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    const begin = () => {
      for (const refuse of refusers) refuse.call(server, error, socket);
    };
    // What is no request is answered in the same lines, once; of what comes due by time a few are answered at a time.
    if (!error.code?.startsWith("HPE_")) return begin();
    if (refused.has(socket)) return;
    refused.add(socket);
    pace({ socket, connection: connectionOf({ socket, headers: {} }), begin }, () => ({
      ip: socket.remoteAddress ?? "",
    }));
  });
}

/** How many bodies go on in a turn of the event loop: some milliseconds of the largest. */
const bodiesPerTurn = 50;

/**
 * Opens the lines in which requests wait once more, with a body that is whole: begun in turns, thousands whose last
 * bytes came together were all read in one, and everybody waited for 4 to 10 s. With a turn for each account 300 of
 * them kept the gates of a shared account waiting for 8 to 10 s.
 */
export function paceBodies({ askerOf, connectionOf }: Callers, usual = bodiesPerTurn) {
  const { pace } = openLines({ ...perTurn, usual, withNewcomers: usual, perMs: 0 });
  return (request: IncomingMessage, begin: () => void) =>
    pace({ socket: request.socket, connection: connectionOf(request), begin }, () => askerOf(request));
}

function takeListeners(server: Server, event: string) {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return listeners;
}
