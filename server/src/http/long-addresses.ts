import type { IncomingMessage, Server } from "node:http";
import { stopParsing } from "./parser.ts";
import { hangUp } from "./refusal.ts";

/** The longest that is asked for honestly is a socket's, with two tokens: some 600. */
const usual = 2048;

/**
 * Refuses an address longer than whatever is honestly asked for, before anything reads it: queries are taken apart for
 * every route, also where none is found, and 40 connections that asked with 3,700 names each made everybody wait for
 * 0.6 s (security: row 16). Must come after all that listens.
 */
export function refuseLongAddresses(server: Server, maxLength = usual): void {
  for (const event of ["request", "upgrade"] as const) {
    const handlers = server.listeners(event);
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      if ((request.url?.length ?? 0) > maxLength) {
        // Else all that stand behind it in a packet would be parsed.
        stopParsing(request.socket);
        return hangUp(request.socket, "request.too_large");
      }
      for (const handle of handlers) handle.call(server, request, ...rest);
    });
  }
}
