import type { IncomingMessage, Server } from "node:http";
import { lookAtHeads, nothingMore } from "./parser.ts";
import { hangUp } from "./refusal.ts";

/**
 * Refuses bodies that no browser sends by their head, before anything of them is read: those in chunks, and those of
 * calls that read none. Each chunk is a call of the parser, whatever it holds, and all that stand in a packet are
 * parsed whoever has hung up meanwhile: 500 connections that sent 10,000 chunks of a byte each, without an account,
 * held everybody up for 17 s; proxies say how long a body is. Of a body that nobody reads 64 KB stay in memory for as
 * long as its call waits for a turn (security: row 16; 0140).
 */
export function refuseUnusualBodies(server: Server): void {
  server.on("connection", (socket) =>
    lookAtHeads(socket, (request) => {
      if (!isUnusual(request)) return undefined;
      hangUp(socket, "request.broken");
      return nothingMore;
    }),
  );
}

const withBody = new Set(["POST", "PUT", "DELETE", "PATCH"]);

function isUnusual({ method, headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > 0 && !withBody.has(method ?? "");
}
