import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { hangUp } from "./refusal.ts";

/** What Node's parser calls with the head of a request; 2 says that nothing behind it is to be parsed. */
type Incoming = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
const nothingMore = 2;

/**
 * Refuses a body that comes in chunks by its head, before one of them is read. Each chunk is a call of the parser,
 * whatever it holds, and all that stand in a packet are parsed whoever has hung up meanwhile: 500 connections that sent
 * 10,000 chunks of a byte each, without an account, held everybody up for 17 s. No browser sends chunks, and proxies
 * say how long a body is (security: row 16; 0140).
 */
export function refuseChunkedBodies(server: Server): void {
  server.on("connection", ({ parser }: Socket & { parser?: { onIncoming: Incoming } | null }) => {
    if (!parser) return;
    const begin = parser.onIncoming;
    parser.onIncoming = (request, shouldKeepAlive) => {
      if (request.headers["transfer-encoding"] === undefined) return begin(request, shouldKeepAlive);
      hangUp(request.socket, "request.broken");
      return nothingMore;
    };
  });
}
