import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { stopParsing } from "./parser.ts";
import { hangUp } from "./refusal.ts";

/**
 * A request may come just before the answer to the one before it counts as sent, and begins once it does; more than one
 * that waits is no browser.
 */
const usual = 2;

/** Bytes of a body that may wait behind another request, before anything has judged it. */
const mostBehind = 1_024;

type Asked = { unanswered: number; begun: number; answer?: ServerResponse; behind: (() => void)[] };

/**
 * Hangs up on a connection that asks for more before it has its answers. Node begins every request that stands in one
 * packet at once and keeps their answers in memory, where nobody sees them wait: 21 connections that asked 1,000 times
 * each and read nothing took all 20,000 file handles and a gigabyte. No browser asks so (security: row 22). It stands
 * before whatever else listens to the server by then, for not every answer passes a hook: 20 connections that asked
 * 1,500 times each for `/%`, which names no route, held everybody up for 8 s. The parser stops with the connection:
 * 100 that sent 2,400 requests in a packet and came anew made everybody wait for 6.6 s. One at a time is begun: what
 * has been begun is three times as large, and 11,900 connections with two each filled half a gigabyte. What waits
 * behind it was judged by nothing: with 80 KB of body each it filled a gigabyte, so a long one is hung up on. Must come
 * after all that listens.
 */
export function limitPipelining(server: Server, max = usual, atOnce = 1): void {
  const connections = new WeakMap<Socket, Asked>();
  const handlers = server.listeners("request") as RequestListener[];
  const handle: RequestListener = (request, response) => {
    const { socket } = request;
    const asked = connections.get(socket) ?? { unanswered: 0, begun: 0, behind: [] };
    connections.set(socket, asked);
    // What stands behind it in the packet still comes here, and goes no further either.
    if (asked.unanswered >= max || socket.destroyed) {
      stopParsing(socket);
      return void socket.destroy();
    }
    asked.unanswered++;
    let isOver = false;
    const end = () => {
      if (!isOver) asked.unanswered--;
      isOver = true;
    };
    response.once("finish", end).once("close", end);
    // Here, for Node would answer it by itself, as often as it stands in a packet.
    if (request.headers.host === undefined && request.httpVersion === "1.1") return hangUp(socket, "request.broken");
    const begin = () => {
      asked.begun++;
      asked.answer = response;
      // After all that hears of the end of this one, or the next one's connection would count as idle.
      response.once("close", () =>
        process.nextTick(() => {
          asked.begun--;
          if (!socket.destroyed) asked.behind.shift()?.();
        }),
      );
      for (const handler of handlers) handler.call(server, request, response);
    };
    // Whoever has the answer to the one before may ask before it counts as sent, and sends a form perhaps.
    if (asked.begun < atOnce || asked.answer?.writableEnded) begin();
    else if (isOut(asked.answer) || Number(request.headers["content-length"] ?? 0) <= mostBehind) {
      asked.behind.push(begin);
    } else {
      stopParsing(socket);
      socket.destroy();
    }
  };
  server.removeAllListeners("request");
  server.on("request", handle);
  // Node would answer an expectation that it does not know by itself, as often as it stands in a packet. It comes by
  // the one door with all that stands before it: past the bound of addresses 500 connections held everybody up for 2 s.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/** Tests that all of an answer that has been written is sent; of one in parts the end follows a turn later. */
function isOut(answer?: ServerResponse): boolean {
  return answer?.headersSent === true && answer.writableLength === 0;
}
