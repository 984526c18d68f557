import type { Socket } from "node:net";

/** How many bytes a socket may send at once, and how many more are allowed each second. */
type Allowance = { atOnce: number; perSecond: number };
/** Members only listen: Socket.IO connects in some ten bytes, and answers a ping with seven every 25 seconds. */
const usual: Allowance = { atOnce: 256, perSecond: 64 };

/**
 * Hangs up on an upgraded connection that sends more than Socket.IO has to, before any of the excess is read: what
 * reads it does all frames of a packet in one go, 10,000 of six bytes, and five connections without any token held
 * everybody up for as long as they sent (security: row 22). Must come after what listens to the data.
 */
export function limitSending(socket: Socket, { atOnce, perSecond }: Allowance = usual): void {
  const readers = socket.listeners("data") as ((chunk: Buffer) => void)[];
  let left = atOnce;
  let at = performance.now();
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    const now = performance.now();
    left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond) - chunk.length;
    at = now;
    if (left < 0) return void socket.destroy();
    for (const read of readers) read.call(socket, chunk);
  });
}
