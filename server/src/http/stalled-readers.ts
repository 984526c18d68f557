import type { Socket } from "node:net";
import { isStaff } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { networkOf } from "../limits/network.ts";
import { heldFor } from "../process/held-answers.ts";

export type StallLimits = {
  /** How long a write may make no progress. */
  milliseconds: number;
  /** How much of this process's memory answers that nobody reads may take. */
  maxWaitingBytes: number;
  checkMilliseconds: number;
  /** Names the network of an address; without it the usual one. */
  networkOf?: (ip: string) => string;
};

const usual: StallLimits = { milliseconds: 30_000, maxWaitingBytes: 48 * 1024 * 1024, checkMilliseconds: 1_000 };

/** Who takes so much between two looks reads as fast as a phone does, and keeps its connection. */
const quickBytes = 65_536;

/** The staff's lists may take so many times what is set aside for everybody's answers. */
const timesOfStaff = 4;

/** What a connection does that something waits for, in the order in which they go. */
const Kind = { Still: 0, Fresh: 1, Slow: 2 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

type Progress = { network: string; delivered: number; since: number; isWaiting: boolean };

/**
 * Closes connections whose caller reads nothing: a write without progress for 30 s, on answers of any kind and on
 * sockets. Where more waits than the memory set aside for it, those of the network that most waits for go first, of
 * each who have read nothing for longest, then those who read slowest: by a kilobyte a second nobody may hold a picture
 * in memory for an hour. Those who have only begun go too where more than half waits for their network: else they would
 * fill it by hanging up and coming again each second, and whoever reads slowly elsewhere would go for them; staff have
 * shown who they are. Node's own timeout does not do: a caller that sends a byte now and then never meets it (security:
 * row 22).
 */
export function closeStalledReaders(app: FastifyInstance, limits: StallLimits = usual): void {
  const { networkOf: nameOf = networkOf } = limits;
  const sockets = new Map<Socket, Progress>();
  const ofStaff = new WeakSet<Socket>();
  app.server.on("connection", (socket) => {
    const network = nameOf(socket.remoteAddress ?? "");
    sockets.set(socket, { network, delivered: 0, since: Date.now(), isWaiting: false });
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("onSend", async ({ actor, raw: { socket } }) => {
    if (actor && isStaff(actor.roleId)) ofStaff.add(socket);
    else ofStaff.delete(socket);
  });
  const timer = setInterval(() => closeStalled(sockets, ofStaff, limits), limits.checkMilliseconds);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function closeStalled(
  sockets: Map<Socket, Progress>,
  ofStaff: WeakSet<Socket>,
  { milliseconds, maxWaitingBytes }: StallLimits,
): void {
  const now = Date.now();
  // An account of the staff that was stolen must not fill the memory either.
  let heldByStaff = 0;
  for (const socket of sockets.keys()) if (ofStaff.has(socket)) heldByStaff += waitingFor(socket);
  const isExempt = (socket: Socket) => heldByStaff <= timesOfStaff * maxWaitingBytes && ofStaff.has(socket);
  const closable: { socket: Socket; network: string; kind: Kind; moved: number; since: number }[] = [];
  const ofNetworks = new Map<string, number>();
  let waiting = 0;
  for (const [socket, progress] of sockets) {
    const bytes = waitingFor(socket);
    const delivered = deliveredTo(socket);
    const moved = delivered - progress.delivered;
    if (socket.writableLength === 0 || moved !== 0) [progress.delivered, progress.since] = [delivered, now];
    const { network } = progress;
    // Whoever has just begun has not shown yet how fast it reads.
    const kind = !progress.isWaiting ? Kind.Fresh : moved === 0 ? Kind.Still : Kind.Slow;
    progress.isWaiting = bytes > 0;
    if (bytes > 0 && (kind === Kind.Fresh || moved < quickBytes)) {
      closable.push({ socket, network, kind, moved, since: progress.since });
    }
    // Staff's own long lists, such as that of the accounts, are more than may wait, and nobody goes for them.
    if (isExempt(socket)) continue;
    ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + bytes);
    waiting += bytes;
  }
  const close = (socket: Socket) => {
    if (!isExempt(socket)) waiting -= waitingFor(socket);
    // Not `destroy`, which would leave the kernel to offer what it holds for many minutes more.
    socket.resetAndDestroy();
  };
  const stalled = closable.filter(({ since }) => now - since >= milliseconds);
  for (const { socket } of stalled) close(socket);
  if (waiting <= maxWaitingBytes) return;
  const share = ({ network }: { network: string }) => ofNetworks.get(network) ?? 0;
  const rest = closable
    .filter(
      (each) => now - each.since < milliseconds && (each.kind !== Kind.Fresh || share(each) > maxWaitingBytes / 2),
    )
    .filter(({ socket }) => !isExempt(socket))
    .sort((a, b) => share(b) - share(a) || a.kind - b.kind || a.moved - b.moved || a.since - b.since);
  for (const { socket } of rest) {
    if (waiting <= maxWaitingBytes) return;
    close(socket);
  }
}

function waitingFor(socket: Socket): number {
  return socket.writableLength + heldFor(socket);
}

/**
 * Counts the bytes that the kernel has taken. Node's documented counts include those that libuv still holds, so that
 * one long write would look as if it stood still; Node's own socket timeout looks at the same number.
 */
function deliveredTo(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
