import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
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
