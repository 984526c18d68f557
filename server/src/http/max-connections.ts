import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { networkOf } from "../limits/network.ts";
import { openFiles } from "../process/open-files.ts";

/**
 * The open connections of one network, the latest of each kind at its end: those that nobody waits on in `idle`, those
 * whose request has been begun and not answered in `asked`, and in `reading` those whose answer has begun and is not
 * read to its end after the time in which others wait. Forms that still come stand in none. Of those that are kept,
 * attendees' stand in `accounts`.
 */
type Network = {
  open: number;
  kept: number;
  max: number;
  idle: Set<Socket>;
  asked: Map<Socket, Asked>;
  reading: Set<Socket>;
  accounts: Map<number, Set<Socket>>;
};
/** By whom somebody has joined: a board, an attendee's account, or neither, as staff. */
type Joined = { isBoard: boolean; account?: number | undefined };
type Asked = { since: number; response: ServerResponse };

/** Of a network's connections, and of all, so many may be upgraded ones that make no place. */
const keptShare = 0.9;
/** Milliseconds: longer than any request of a person takes where the server can do its work at all. */
const usualPatience = 5_000;
/** How many accounts are looked at for the one that keeps the most. */
const accountsLookedAt = 32;
/** Screens without a session, which anybody can open, may be so many of all; a venue has some dozens. */
const boardsShare = 0.25;

/**
 * Keeps a connection by which somebody has joined from making place for newcomers, as far as there are places to keep.
 */
export type KeepConnection = (socket: Socket, by: Joined) => void;

/**
 * Limits the connections of each network to what `maxOf` says of an address. At the limit a newcomer takes the place of
 * the connection that has idled longest, which a browser opens again unnoticed, so that whoever opens thousands and
 * sends nothing, or half of a request, keeps nobody out; or of the one whose request has waited longest, or whose
 * answer has been read for longest, for five seconds at least, where more of these are there: 12,000 that asked to
 * change a password waited in the lines of their own accounts, as many read nothing of a file, in use for minutes or
 * half of one, and whoever came to their hall, or had a page open there, was reset. Only where there is none is the
 * newcomer refused (security: rows 21, 22; 0194). Hands out what keeps a connection that was upgraded from making
 * place: until it is called, nobody has joined by it. A tenth of a network's connections is never kept so: boards and
 * accounts by the hundred, whose sockets cost little once they are open, would else leave no place to anybody of the
 * hall who comes later. Where `total` are open, a newcomer of any network takes such a place in the largest network:
 * beyond what the process may open, each newcomer would be reset, whoever has the connections (0160).
 */
export function limitConnections(
  app: FastifyInstance,
  maxOf: (ip: string) => number,
  total = openFiles.connections,
  patienceMs = usualPatience,
): KeepConnection {
  const networks = new Map<string, Network>();
  const owners = new Map<Socket, Network>();
  const giveUp = giveUpAfter(patienceMs);
  const sizes = sortBySize(giveUp, ({ open, kept }) => open - kept);
  const keepers = sortBySize(giveUp, ({ kept }) => kept);
  const keeping = new Map<Socket, Joined & { network: Network }>();
  let keptBoards = 0;

  app.server.on("connection", (socket) => {
    const ip = socket.remoteAddress ?? "";
    const name = networkOf(ip);
    const network = networks.get(name) ?? {
      open: 0,
      kept: 0,
      max: Math.min(maxOf(ip), total),
      idle: new Set(),
      asked: new Map(),
      reading: new Set(),
      accounts: new Map(),
    };
    const isFull = network.open >= network.max;
    if (isFull ? !giveUp(network) : owners.size >= total && !sizes.giveUpLargest()) {
      return void socket.resetAndDestroy();
    }
    networks.set(name, network);
    sizes.change(network, () => network.open++);
    network.idle.add(socket);
    owners.set(socket, network);
    socket.once("close", () => {
      network.idle.delete(socket);
      network.asked.delete(socket);
      network.reading.delete(socket);
      owners.delete(socket);
      sizes.change(network, () => network.open--);
      if (network.open === 0) networks.delete(name);
    });
  });
  app.server.on("request", (request, response) => {
    const { socket } = request;
    const { idle, asked, reading } = owners.get(socket) ?? {};
    let isAnswered = false;
    idle?.delete(socket);
    const ask = () => void (asked?.has(socket) || asked?.set(socket, { since: performance.now(), response }));
    // Whoever may send one is known and has few places, but gives its place back once it is here.
    if (isForm(request)) request.once("end", () => isAnswered || ask());
    else ask();
    if (isHalf(request)) {
      idle?.add(socket);
      // What comes after an answer, such as a refusal, is thrown away, and nobody waits on it.
      request.once("end", () => isAnswered || idle?.delete(socket));
    }
    response.once("close", () => {
      isAnswered = true;
      asked?.delete(socket);
      reading?.delete(socket);
      if (!socket.destroyed) owners.get(socket)?.idle.add(socket);
    });
  });

  function keep(socket: Socket, network: Network, by: Joined): void {
    keeping.set(socket, { ...by, network });
    if (by.isBoard) keptBoards++;
    if (by.account !== undefined) {
      network.accounts.set(by.account, (network.accounts.get(by.account) ?? new Set()).add(socket));
    }
    count(network, 1);
  }

  function letGo(socket: Socket): void {
    const { network, isBoard, account = 0 } = keeping.get(socket) ?? {};
    if (!network) return;
    keeping.delete(socket);
    if (isBoard) keptBoards--;
    const own = network.accounts.get(account);
    if (own?.delete(socket) && own.size === 0) network.accounts.delete(account);
    count(network, -1);
  }

  function count(network: Network, by: number): void {
    sizes.change(network, () => {
      keepers.change(network, () => {
        network.kept += by;
      });
    });
  }

  /**
   * Has a connection kept no more: of the network that keeps the most, where it keeps more than this one, else of an
   * account that keeps more here than this one. It makes place from then on. False where there is none.
   */
  function shareKept(network: Network, { isBoard, account }: Joined): boolean {
    const most = keepers.largest();
    const isOthers = most !== undefined && network.kept < network.max * keptShare && most.kept > network.kept + 1;
    const own = network.accounts.get(account ?? 0)?.size ?? 0;
    const given = isBoard ? undefined : isOthers ? mostKept(most, 0) : mostKept(network, own + 1);
    if (!given) return false;
    letGo(given);
    owners.get(given)?.idle.add(given);
    return true;
  }

  return (socket, by) => {
    const network = owners.get(socket);
    if (!network?.idle.has(socket) || (by.isBoard && keptBoards >= total * boardsShare)) return;
    const isFull = network.kept >= network.max * keptShare || keeping.size >= total * keptShare;
    if (isFull && !shareKept(network, by)) return;
    network.idle.delete(socket);
    keep(socket, network, by);
    socket.once("close", () => letGo(socket));
  };
}

/**
 * Finds a connection of the account that keeps the most of a network's, of some, and more than so many; who was looked
 * at is looked at last the next time.
 */
function mostKept({ accounts }: Network, least: number): Socket | undefined {
  let most: Set<Socket> | undefined;
  for (const [account, sockets] of [...take(accounts, accountsLookedAt)]) {
    accounts.delete(account);
    accounts.set(account, sockets);
    if (sockets.size > Math.max(least, most?.size ?? 0)) most = sockets;
  }
  return most?.values().next().value;
}

function* take<T>(all: Iterable<T>, count: number): Iterable<T> {
  let taken = 0;
  for (const one of all) {
    if (taken++ >= count) return;
    yield one;
  }
}

/** Sorts networks by a number of their connections, so that none is looked for among all of them. */
function sortBySize(giveUp: (network: Network) => boolean, sizeOf: (network: Network) => number) {
  const bySize = new Map<number, Set<Network>>();
  let largest = 0;

  return {
    change(network: Network, step: () => void) {
      const before = bySize.get(sizeOf(network));
      before?.delete(network);
      if (before?.size === 0) bySize.delete(sizeOf(network));
      step();
      const size = sizeOf(network);
      if (size > 0) bySize.set(size, (bySize.get(size) ?? new Set()).add(network));
      largest = Math.max(largest, size);
      while (largest > 0 && !bySize.has(largest)) largest--;
    },
    largest: (): Network | undefined => bySize.get(largest)?.values().next().value,
    /** Ends a connection of the largest network that has any to give up; false where none has. */
    giveUpLargest(): boolean {
      for (let size = largest; size > 0; size--) {
        for (const network of bySize.get(size) ?? []) if (giveUp(network)) return true;
      }
      return false;
    },
  };
}

/**
 * Whether a body is still to come. Not of a form: pictures take a slow network long, and whoever may send them is known
 * and has few places.
 */
function isHalf(request: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
  return (length !== "0" || coding !== undefined) && !isForm(request);
}

/** Whether a request brings a form: of a method without a body the header says nothing. */
function isForm({ method = "", headers }: IncomingMessage): boolean {
  return ["POST", "PUT"].includes(method) && /^multipart\//i.test(headers["content-type"] ?? "");
}

/**
 * Makes what ends a connection of a network: of those that idle, that have waited for an answer for so many
 * milliseconds, or been answered and not read to the end for as long, the oldest of the kind that most are of. False
 * where there is none.
 */
function giveUpAfter(patienceMs: number) {
  return (network: Network): boolean => {
    const late = longestAsked(network, patienceMs);
    const { idle, asked, reading } = network;
    const kinds: [oldest: Socket | undefined, count: number][] = [
      [idle.values().next().value, idle.size],
      [late, asked.size],
      [reading.values().next().value, reading.size],
    ];
    const [given] = kinds.filter(([oldest]) => oldest).sort((one, other) => other[1] - one[1])[0] ?? [];
    if (!given) return false;
    idle.delete(given);
    asked.delete(given);
    reading.delete(given);
    given.destroy();
    return true;
  };
}

/** Finds who has waited longest; whose answer has begun by then waits no more, but reads, however slowly. */
function longestAsked({ asked, reading }: Network, patienceMs: number): Socket | undefined {
  for (const [socket, { since, response }] of asked) {
    if (performance.now() - since < patienceMs) return undefined;
    if (!response.headersSent) return socket;
    asked.delete(socket);
    reading.add(socket);
  }
  return undefined;
}
