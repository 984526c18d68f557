import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { networkOf } from "../limits/network.ts";

/** The open connections of one network; those that nobody waits on stand in `idle`, the one used last at its end. */
type Network = { open: number; kept: number; max: number; idle: Set<Socket> };

/** Of a network's connections so many may be upgraded ones that make no place. */
const keptShare = 0.9;

/**
 * Limits the connections of each network to what `maxOf` says of an address. At the limit a newcomer takes the place of
 * the connection that has idled longest, which a browser opens again unnoticed, so that whoever opens thousands and sends
 * nothing, or half of a request, keeps nobody out; only where all are in use is the newcomer refused (security: rows 21, 22).
 * Hands out what keeps a connection that was upgraded from making place: until it is called, nobody has joined by it. A tenth
 * of a network's connections is never kept so: boards and accounts by the hundred, whose sockets cost little once they are
 * open, would else leave no place to anybody of the hall who comes later.
 */
export function limitConnections(app: FastifyInstance, maxOf: (ip: string) => number): (socket: Socket) => void {
  const networks = new Map<string, Network>();
  const owners = new Map<Socket, Network>();

  app.server.on("connection", (socket) => {
    const ip = socket.remoteAddress ?? "";
    const name = networkOf(ip);
    const network = networks.get(name) ?? { open: 0, kept: 0, max: maxOf(ip), idle: new Set() };
    if (network.open >= network.max && !giveUpIdle(network)) return void socket.resetAndDestroy();
    networks.set(name, network);
    network.open++;
    network.idle.add(socket);
    owners.set(socket, network);
    socket.once("close", () => {
      network.idle.delete(socket);
      owners.delete(socket);
      network.open--;
      if (network.open === 0) networks.delete(name);
    });
  });
  app.server.on("request", (request, response) => {
    const { socket } = request;
    const idle = owners.get(socket)?.idle;
    let isAnswered = false;
    idle?.delete(socket);
    if (isHalf(request)) {
      idle?.add(socket);
      // What comes after an answer, such as a refusal, is thrown away, and nobody waits on it.
      request.once("end", () => isAnswered || idle?.delete(socket));
    }
    response.once("close", () => {
      isAnswered = true;
      if (!socket.destroyed) owners.get(socket)?.idle.add(socket);
    });
  });
  return (socket) => {
    const network = owners.get(socket);
    if (!network || network.kept >= network.max * keptShare || !network.idle.delete(socket)) return;
    network.kept++;
    socket.once("close", () => network.kept--);
  };
}

/**
 * Whether a body is still to come. Not of a form: pictures take a slow network long, and whoever may send them is known and
 * has few places.
 */
function isHalf({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding, "content-type": type = "" } = headers;
  return (length !== "0" || coding !== undefined) && !/^multipart\//i.test(type);
}

/** Ends the connection that has idled longest; false where none idles. */
function giveUpIdle({ idle }: Network): boolean {
  const [longest] = idle;
  if (!longest) return false;
  idle.delete(longest);
  longest.destroy();
  return true;
}
