import type { IncomingMessage, Server } from "node:http";
import { openRing, placeOf, placeOfName } from "../limits/ring.ts";

/** Who asks: an account where a token says so, else an address. */
type Asker = { account: number } | { ip: string };
type Asked = { request: IncomingMessage; begin(): void };

/** How many requests are begun in a turn of the event loop, in one that let somebody in, and of strangers in that. */
type PerTurn = { usual: number; withNewcomers: number; strangersWithNewcomers: number };
/** Some 20 ms of cheap requests, and 2; look-ups that are made together hardly gain from more. */
const perTurn: PerTurn = { usual: 200, withNewcomers: 20, strangersWithNewcomers: 0.25 };
/** After so many of accounts in a row a stranger has its turn. */
const maxOfAccountsInRow = 3;

/**
 * Begins a few requests in each turn of the event loop; the others wait in lines, one for each account and one for the
 * strangers of each network, which take turns, and all of an IPv6 site as one (0158). Else whoever keeps some hundred
 * connections asking makes the turns long, and a turn lets but one connection in: 500 that asked for what is not there
 * kept every newcomer out for as long as they went on. From 1,024 that have asked on libuv reads again, up to 48 times,
 * before timers and `setImmediate` come: 4,000 held everybody up for 6 s. So turns are shorter still while there are
 * newcomers, and let in four for each stranger's request that is begun: whoever asks once and comes again, by the
 * thousand, then waits here, in the line of its own network, and not before the door, where all networks stand in one:
 * there everybody waited for 8,000 of them, 8 s (0151). A connection whose request waits counts as idle (security: row
 * 21). Must come after all that listens.
 */
export function paceRequests(
  server: Server,
  askerOf: (request: IncomingMessage) => Asker,
  { usual, withNewcomers, strangersWithNewcomers }: PerTurn = perTurn,
): void {
  const accounts = openRing<Asked>();
  const strangers = openRing<Asked>();
  let waiting = 0;
  let ofAccountsInRow = 0;
  let begun = 0;
  let max = usual;
  let ofStrangersLeft = usual;
  let hasNewcomers = false;
  let hadNewcomers = false;
  let isTurning = false;

  function begin(asked: Asked): void {
    begun++;
    asked.begin();
  }

  function wait(asked: Asked): void {
    const asker = askerOf(asked.request);
    if ("account" in asker) accounts.add(placeOfName(asker.account), asked);
    else strangers.add(placeOf(asker.ip), asked);
    waiting++;
  }

  function next(): Asked | undefined {
    const ofAccount = ofAccountsInRow < maxOfAccountsInRow ? accounts.take() : undefined;
    ofAccountsInRow = ofAccount ? ofAccountsInRow + 1 : 0;
    const ofStranger = ofAccount || ofStrangersLeft < 1 ? undefined : strangers.take();
    if (ofStranger) ofStrangersLeft--;
    const asked = ofAccount ?? ofStranger ?? accounts.take();
    if (asked) waiting--;
    return asked;
  }

  function turn(): void {
    begun = 0;
    max = hasNewcomers ? withNewcomers : usual;
    // What is left of one is kept for the next turn.
    ofStrangersLeft = hasNewcomers ? (ofStrangersLeft % 1) + strangersWithNewcomers : usual;
    hadNewcomers = hasNewcomers;
    hasNewcomers = false;
    for (let asked = next(); asked; asked = begun < max ? next() : undefined) {
      if (!asked.request.socket.destroyed) begin(asked);
    }
    isTurning = begun > 0 || waiting > 0;
    if (isTurning) setImmediate(turn);
  }

  server.on("connection", () => {
    hasNewcomers = true;
  });
  for (const event of ["request", "upgrade"] as const) {
    const handlers = server.listeners(event);
    if (handlers.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const asked: Asked = {
        request,
        begin: () => {
          for (const handle of handlers) handle.call(server, request, ...rest);
        },
      };
      // Nobody else listens while an upgrade waits.
      if (event === "upgrade") request.socket.on("error", () => {});
      if (waiting > 0 || begun >= max || hasNewcomers || hadNewcomers) wait(asked);
      else begin(asked);
      if (!isTurning) setImmediate(turn);
      isTurning = true;
    });
  }
}
