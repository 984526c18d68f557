import type { IncomingMessage, Server } from "node:http";
import { lookAtHeads } from "./parser.ts";

/** From so many parts on a body whose parts have fewer bytes than these on average drips; milliseconds to each rest. */
export type Dripping = { parts: number; bytes: number; restMs: number };
/** What a browser sends comes in parts of 1,400 bytes at least, but for the last one. */
const usual: Dripping = { parts: 4, bytes: 256, restMs: 1000 };

/**
 * Reads a body that drips once a second: what came meanwhile is one part. Each part is a call of the parser, and all
 * that have come are read before anything else of the event loop: 11,500 connections without an account that sent
 * ten times a second a byte of 4 KB kept everybody waiting for 9 s (security: row 22).
 */
export function readDrippingBodiesRarely(server: Server, dripping: Dripping = usual): void {
  server.on("connection", (socket) =>
    lookAtHeads(socket, (request) => {
      if (request.headers["content-length"] !== undefined) readRarely(request, dripping);
      return undefined;
    }),
  );
}

/** What Node's server calls once an answer is out whose body is still coming; it has no public name. */
type Dumped = IncomingMessage & { _dump(): void };

function readRarely(body: IncomingMessage, { parts, bytes, restMs }: Dripping): void {
  let count = 0;
  let length = 0;
  const isDripping = () => count >= parts && length < count * bytes;
  const push = body.push.bind(body);
  const read = body._read.bind(body);
  // Node's server reads no further where this says that enough is there, and goes on with the next `_read`.
  body.push = (chunk, encoding) => {
    const isMoreWanted = push(chunk, encoding);
    count++;
    length += chunk?.length ?? 0;
    return isMoreWanted && !isDripping();
  };
  body._read = (size) => {
    if (isDripping()) setTimeout(read, restMs, size).unref();
    else read(size);
  };
  // Else what comes after the answer passes by `push`, as it comes.
  (body as Dumped)._dump = () => void body.removeAllListeners("data").resume();
}
