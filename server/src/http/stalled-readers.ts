import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export type StallLimits = {
  /** How long a write may make no progress. */
  milliseconds: number;
  /** How much of this process's memory answers that nobody reads may take. */
  maxWaitingBytes: number;
  checkMilliseconds: number;
};

const usual: StallLimits = { milliseconds: 30_000, maxWaitingBytes: 48 * 1024 * 1024, checkMilliseconds: 1_000 };

type Progress = { delivered: number; since: number };

/**
 * What is left of an answer that leaves in parts: its caller keeps all of it in memory, though little of it is on its
 * way.
 */
const rests = new WeakMap<Socket, number>();

export function countRest(socket: Socket, bytes: number): void {
  rests.set(socket, bytes);
}

/**
 * Closes connections whose caller reads nothing: a write without progress for 30 s, on answers of any kind and on
 * sockets. Where more waits than the memory set aside for it, those who have read nothing for longest go first. Node's
 * own timeout does not do: a caller that sends a byte now and then never meets it (security: row 22).
 */
export function closeStalledReaders(app: FastifyInstance, limits: StallLimits = usual): void {
  const sockets = new Map<Socket, Progress>();
  app.server.on("connection", (socket) => {
    sockets.set(socket, { delivered: 0, since: Date.now() });
    socket.once("close", () => sockets.delete(socket));
  });
  const timer = setInterval(() => closeStalled(sockets, limits), limits.checkMilliseconds);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function closeStalled(sockets: Map<Socket, Progress>, { milliseconds, maxWaitingBytes, ...limits }: StallLimits): void {
  const now = Date.now();
  const stalled: { socket: Socket; since: number }[] = [];
  let waiting = 0;
  for (const [socket, progress] of sockets) {
    waiting += waitingFor(socket);
    const delivered = deliveredTo(socket);
    if (socket.writableLength === 0 || delivered !== progress.delivered) {
      progress.delivered = delivered;
      progress.since = now;
    } else if (now - progress.since >= limits.checkMilliseconds) {
      stalled.push({ socket, since: progress.since });
    }
  }
  for (const { socket, since } of stalled.sort((a, b) => a.since - b.since)) {
    if (now - since < milliseconds && waiting <= maxWaitingBytes) return;
    waiting -= waitingFor(socket);
    // Not `destroy`, which would leave the kernel to offer what it holds for many minutes more.
    socket.resetAndDestroy();
  }
}

function waitingFor(socket: Socket): number {
  return socket.writableLength + (rests.get(socket) ?? 0);
}

/**
 * Counts the bytes that the kernel has taken. Node's documented counts include those that libuv still holds, so that
 * one long write would look as if it stood still; Node's own socket timeout looks at the same number.
 */
function deliveredTo(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
