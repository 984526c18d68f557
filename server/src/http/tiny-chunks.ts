import type { IncomingMessage, Server } from "node:http";

/** So many chunks may be as small as they like; from then on each holds so many bytes on average. */
type Limits = { free: number; bytesEach: number };
const usual: Limits = { free: 1000, bytesEach: 64 };

/**
 * Hangs up on a body that comes in crumbs. Each chunk is a call of the parser, whatever it holds, also where the body
 * is thrown away because its answer was given: 20 connections that sent chunks of one byte, without an account, held
 * everybody up for 7 s. No browser sends chunks, and no program small ones by the thousand (security: row 16). It
 * stands before all who listen, for not every answer passes a hook, and who waits for a turn is sent a body already.
 * Must come after all that listens.
 */
export function refuseTinyChunks(server: Server, limits: Limits = usual): void {
  server.prependListener("request", (request, response) => {
    if (request.headers["transfer-encoding"] === undefined) return;
    countChunks(request, limits);
    // Before Node, who throws away uncounted what nobody has begun to read.
    response.prependOnceListener("finish", () => {
      if (request.complete) return;
      request.read(0);
      request.resume();
    });
  });
}

/** Counts by `push`, which takes each chunk as the parser finds it; what is read of a body may hold several. */
function countChunks(request: IncomingMessage, { free, bytesEach }: Limits): void {
  const push = request.push.bind(request);
  let [chunks, bytes] = [0, 0];
  request.push = (chunk: Buffer | null) => {
    if (chunk === null) return push(chunk);
    chunks++;
    bytes += chunk.length;
    if (chunks <= free || bytes >= chunks * bytesEach) return push(chunk);
    request.socket.destroy();
    return false;
  };
}
