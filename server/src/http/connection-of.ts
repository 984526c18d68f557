import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/** A caller's connection: by a name of its own, and for how many milliseconds it has been open. */
export type Connection = { name: string; ageMs: number };

/** A proxy numbers its connections; more than that is of nobody's counter. */
const namePattern = /^[\w-]{1,40}$/;

/**
 * Reads by which connection of the caller a request came: the socket, or what a named proxy, whose own connections all
 * callers share, writes into `X-Connection-Id` and `X-Connection-Seconds`; of two proxies each numbers its own. One of
 * which the proxy does not tell the age counts as old. Must come before the server listens.
 */
export function connectionReader(
  server: Server,
  trustProxy: string[],
): (request: Pick<IncomingMessage, "socket" | "headers">) => Connection {
  const trust = proxyAddr.compile(trustProxy);
  const opened = new WeakMap<Socket, { name: string; at: number }>();
  let count = 0;
  server.on("connection", (socket) => opened.set(socket, { name: `${++count}`, at: performance.now() }));
  return ({ socket, headers }) => {
    const name = headers["x-connection-id"];
    const proxy = socket.remoteAddress ?? "";
    if (typeof name === "string" && namePattern.test(name) && trust(proxy, 0)) {
      const seconds = Number(headers["x-connection-seconds"] ?? Number.NaN);
      return { name: `${proxy} ${name}`, ageMs: seconds >= 0 ? seconds * 1000 : Number.POSITIVE_INFINITY };
    }
    const own = opened.get(socket);
    return { name: own?.name ?? "", ageMs: performance.now() - (own?.at ?? 0) };
  };
}
