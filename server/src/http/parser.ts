import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** What Node's parser calls with the head of each request; it has no public name, and tests show when it changes. */
type Incoming = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
type Parsed = Socket & { parser?: { onIncoming: Incoming } | null };

/** Says to the parser that nothing behind this head is to be parsed, as where a connection is upgraded. */
export const nothingMore = 2;

/** Has `look` called with each head of a connection; with `nothingMore` the parser goes no further, else it goes on. */
export function lookAtHeads(socket: Socket, look: (request: IncomingMessage) => typeof nothingMore | undefined): void {
  const { parser } = socket as Parsed;
  if (!parser) return;
  const begin = parser.onIncoming;
  parser.onIncoming = (request, shouldKeepAlive) => look(request) ?? begin(request, shouldKeepAlive);
}

/**
 * Has the parser make nothing of what else stands in a packet, also where the connection is closed: it would go on to
 * its end, 2,400 requests in 64 KB.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Parsed;
  if (parser) parser.onIncoming = () => nothingMore;
}
