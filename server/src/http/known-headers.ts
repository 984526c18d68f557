import type { Server } from "node:http";
import { lookAtHeads, nothingMore } from "./parser.ts";
import { hangUp } from "./refusal.ts";

/** All that is read of a head, by us and by the libraries; a proxy's are among them. */
const known = new Set(
  `accept accept-encoding accept-language access-control-request-headers access-control-request-method authorization
  cache-control connection content-encoding content-length content-type expect forwarded host idempotency-key if-match
  if-modified-since if-none-match if-range if-unmodified-since origin range sec-websocket-extensions sec-websocket-key
  sec-websocket-protocol sec-websocket-version transfer-encoding upgrade user-agent x-connection-id
  x-connection-seconds x-device x-forwarded-for x-forwarded-host x-forwarded-proto x-proof x-refresh-token`.split(
    /\s+/,
  ),
);
/** Letters of names and values; a browser with a session, a proof and a key behind two proxies sends some 2,000. */
const longest = 4_096;
/** Repeated ones are joined, in pieces; such a browser sends some twenty. */
const most = 40;

/**
 * Keeps of a head that is longer than 4 KB or 40 lines what is read of it, and refuses more than that. A request keeps
 * its head while it waits: 11,900 connections of one address that had two requests of 13 KB of headers each wait in a
 * line filled a gigabyte, and where Node takes no more, as on a machine of 2 GB, the process ended (security: row 16).
 * Must come after all that looks at heads, so that it comes first.
 */
export function keepKnownHeaders(server: Server): void {
  server.on("connection", (socket) =>
    lookAtHeads(socket, (request) => {
      const { rawHeaders } = request;
      if (!isLong(rawHeaders)) return undefined;
      if (isLong(rawHeaders.filter((_, at) => known.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? "")))) {
        hangUp(socket, "request.too_large");
        return nothingMore;
      }
      request.headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => known.has(name)));
      request.rawHeaders = [];
      return undefined;
    }),
  );
}

/** Tests names and values that follow each other. */
function isLong(lines: string[]): boolean {
  let letters = 0;
  for (const text of lines) letters += text.length;
  return letters > longest || lines.length > 2 * most;
}
