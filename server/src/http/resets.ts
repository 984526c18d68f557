import type { Server } from "node:http";

/**
 * Has somebody hear each connection's errors. Node takes its own listener away when a connection is to be upgraded, and
 * an error that nobody hears ends the process: one handshake that was refused by its length, then reset, stopped the
 * server for everybody (security: row 16).
 */
export function hearResets(server: Server): void {
  server.on("connection", (socket) => socket.on("error", () => {}));
}
