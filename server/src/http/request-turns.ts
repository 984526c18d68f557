import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { openRing, placeOf, type Ring } from "../limits/ring.ts";

/** Who asks: an account by one of its sessions, where a token says so, else an address. */
type Asker = { account: number; session: number } | { ip: string };
type Asked = { socket: Socket; begin(): void };
/** A request that waits; nothing of one whose connection has been closed meanwhile. */
type Waiting = { asked: Asked | undefined; forget(): void };

/**
 * How many requests are begun in a turn of the event loop, and of accounts and of strangers in one that let somebody
 * in.
 */
type PerTurn = { usual: number; withNewcomers: { ofAccounts: number; ofStrangers: number } };
/** Some 20 ms of cheap requests; and together half of one, fewer than come with those who are let in. */
const perTurn: PerTurn = { usual: 200, withNewcomers: { ofAccounts: 0.25, ofStrangers: 0.25 } };
/** After so many of accounts in a row a stranger has its turn. */
const maxOfAccountsInRow = 3;

/** Opens lines whose requests take turns, by accounts and by networks, a few in each turn of the event loop. */
function openLines({ usual, withNewcomers }: PerTurn) {
  const accounts = openRing<Waiting>();
  const strangers = openRing<Waiting>();
  let waiting = 0;
  let ofAccountsInRow = 0;
  let begun = 0;
  let ofAccountsLeft = usual;
  let ofStrangersLeft = usual;
  let hasNewcomers = false;
  let hadNewcomers = false;
  let isTurning = false;

  function begin(asked: Asked): void {
    begun++;
    asked.begin();
  }

  function wait(asked: Asked, asker: Asker): void {
    const entry: Waiting = {
      asked,
      forget: () => {
        entry.asked = undefined;
      },
    };
    asked.socket.once("close", entry.forget);
    if ("account" in asker) accounts.add({ group: asker.account, line: String(asker.session) }, entry);
    else strangers.add(placeOf(asker.ip), entry);
    waiting++;
  }

  function take(ring: Ring<Waiting>): Asked | undefined {
    for (let entry = ring.take(); entry; entry = ring.take()) {
      waiting--;
      const { asked, forget } = entry;
      asked?.socket.off("close", forget);
      if (asked && !asked.socket.destroyed) return asked;
    }
    return undefined;
  }

  function nextOfAccount(): Asked | undefined {
    const asked = ofAccountsLeft < 1 ? undefined : take(accounts);
    if (asked) ofAccountsLeft--;
    return asked;
  }

  function nextOfStranger(): Asked | undefined {
    const asked = ofStrangersLeft < 1 ? undefined : take(strangers);
    if (asked) ofStrangersLeft--;
    return asked;
  }

  function next(): Asked | undefined {
    const ofAccount = ofAccountsInRow < maxOfAccountsInRow ? nextOfAccount() : undefined;
    ofAccountsInRow = ofAccount ? ofAccountsInRow + 1 : 0;
    return ofAccount ?? nextOfStranger() ?? nextOfAccount();
  }

  function turn(): void {
    begun = 0;
    // What is left of one is kept for the next turn.
    ofAccountsLeft = hasNewcomers ? (ofAccountsLeft % 1) + withNewcomers.ofAccounts : usual;
    ofStrangersLeft = hasNewcomers ? (ofStrangersLeft % 1) + withNewcomers.ofStrangers : usual;
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
 * Begins a few requests in each turn of the event loop; the others wait in lines, one for each account and one for the
 * strangers of each network, which take turns, as do the sessions of an account and the networks of an IPv6 site among
 * themselves (0158, 0172). Else whoever keeps some hundred connections asking makes the turns long, and a turn lets but
 * one connection in: 500 that asked for what is not there kept every newcomer out for as long as they went on. From
 * 1,024 that have asked on libuv reads again, up to 48 times, before timers and `setImmediate` come: 4,000 held
 * everybody up for 6 s. So a turn that let somebody in begins half of a request:
 * whoever asks once and comes again, by the thousand, then waits here, in the own line, and not before the door, where
 * all stand in one: there everybody waited for 8,000 of them, 8 s (0151). A connection whose request waits counts as
 * idle (security: row 21). One whose connection is closed is forgotten at once and takes nobody's turn: a laptop that
 * asked and hung up 3,000 times a second filled 4 GB. Must come after all that listens.
 */
export function paceRequests(
  server: Server,
  askerOf: (request: IncomingMessage) => Asker,
  counts: PerTurn = perTurn,
): void {
  const { pace, letIn } = openLines(counts);
  server.on("connection", letIn);
  for (const event of ["request", "upgrade"] as const) {
    const handlers = takeListeners(server, event);
    if (handlers.length === 0) continue;
    server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const begin = () => {
        for (const handle of handlers) handle.call(server, request, ...rest);
      };
      pace({ socket: request.socket, begin }, () => askerOf(request));
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
    pace({ socket, begin }, () => ({ ip: socket.remoteAddress ?? "" }));
  });
}

/** How many bodies go on in a turn of the event loop: some milliseconds of the largest. */
const bodiesPerTurn = 20;

/**
 * Opens the lines in which requests wait once more, with a body that is whole: begun in turns, thousands whose last
 * bytes came together were all read in one, and everybody waited for 4 to 10 s.
 */
export function paceBodies(askerOf: (request: IncomingMessage) => Asker, usual = bodiesPerTurn) {
  const { pace } = openLines({ usual, withNewcomers: { ofAccounts: usual, ofStrangers: usual } });
  return (request: IncomingMessage, begin: () => void) =>
    pace({ socket: request.socket, begin }, () => askerOf(request));
}

function takeListeners(server: Server, event: string) {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return listeners;
}
