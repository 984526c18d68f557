import type { Server } from "node:http";
import { lookAtHeads, nothingMore } from "./parser.ts";
import { hangUp } from "./refusal.ts";

/**
 * Refuses a body that comes in chunks by its head, before one of them is read. Each chunk is a call of the parser,
 * whatever it holds, and all that stand in a packet are parsed whoever has hung up meanwhile: 500 connections that sent
 * 10,000 chunks of a byte each, without an account, held everybody up for 17 s. No browser sends chunks, and proxies
 * say how long a body is (security: row 16; 0140).
 */
export function refuseChunkedBodies(server: Server): void {
  server.on("connection", (socket) =>
    lookAtHeads(socket, ({ headers }) => {
      if (headers["transfer-encoding"] === undefined) return undefined;
      hangUp(socket, "request.broken");
      return nothingMore;
    }),
  );
}
