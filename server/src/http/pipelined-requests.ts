import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A request may come just before the answer to the one before it counts as sent; more than one that waits is no browser. */
const usual = 2;

/**
 * Hangs up on a connection that asks for more before it has its answers. Node begins every request that stands in one
 * packet at once and keeps their answers in memory, where nobody sees them wait: 21 connections that asked 1,000 times each
 * and read nothing took all 20,000 file handles and a gigabyte. No browser asks so (security: row 22).
 */
export function limitPipelining(app: FastifyInstance, max = usual): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    const waiting = unanswered.get(socket) ?? 0;
    if (waiting >= max || socket.destroyed) {
      // What stands behind it in the packet still comes here, and goes no further either.
      reply.hijack();
      return void socket.destroy();
    }
    unanswered.set(socket, waiting + 1);
    let isOver = false;
    const end = () => {
      if (!isOver) unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
      isOver = true;
    };
    reply.raw.once("finish", end).once("close", end);
    done();
  });
}
