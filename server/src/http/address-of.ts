import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Names the address that asks: the forwarded one where a named proxy sent it; rubbish, or an address with a port, is
 * not taken, and the proxy's own stands for it (rules §3: counters hang on it).
 */
export function addressOf(forwarded: string | undefined, socketAddress: string | undefined): string {
  return forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : (socketAddress ?? "");
}

/**
 * Reads the address of who asks where no route has it, like the one of a call: forwarded headers count from the named
 * proxies only.
 */
export function addressReader(trustProxy: string[]): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(trustProxy);
  return (request) => addressOf(proxyAddr(request, trust), request.socket.remoteAddress);
}

/** A proxy numbers its connections; more than that is of nobody's counter. */
const connectionNamePattern = /^[\w-]{1,40}$/;

/**
 * Reads by which connection of the caller a request came: the socket, or what a named proxy, whose own connections all
 * callers share, writes into `X-Connection-Id`. Of two proxies each numbers its own.
 */
export function connectionReader(trustProxy: string[]): (request: IncomingMessage) => Socket | string {
  const trust = proxyAddr.compile(trustProxy);
  return ({ socket, headers }) => {
    const name = headers["x-connection-id"];
    if (typeof name !== "string" || !connectionNamePattern.test(name)) return socket;
    const proxy = socket.remoteAddress ?? "";
    return trust(proxy, 0) ? `${proxy} ${name}` : socket;
  };
}
