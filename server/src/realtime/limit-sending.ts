import type { Socket } from "node:net";

/** How many bytes a socket may send at once, how many more are allowed each second, and as how many a packet counts. */
type Allowance = { atOnce: number; perSecond: number; perPacket: number };
/** Members only listen: Socket.IO connects in some ten bytes, and answers a ping with seven every 25 seconds. */
const usual: Allowance = { atOnce: 256, perSecond: 32, perPacket: 32 };

/**
 * Hangs up on an upgraded connection that sends more than Socket.IO has to, before any of the excess is read: what
 * reads it does all frames of a packet in one go, 10,000 of six bytes, and five connections without any token held
 * everybody up for as long as they sent (security: row 22). What comes by the byte costs as much to read: 10,700
 * sockets that sent nine such packets a second each, within their bytes, kept everybody waiting for 1.3 s. Must come
 * after what listens to the data.
 */
export function limitSending(socket: Socket, { atOnce, perSecond, perPacket }: Allowance = usual): void {
  const readers = socket.listeners("data") as ((chunk: Buffer) => void)[];
  let left = atOnce;
  let at = performance.now();
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    const now = performance.now();
    left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond) - Math.max(chunk.length, perPacket);
    at = now;
    if (left < 0) return void socket.destroy();
    for (const read of readers) read.call(socket, chunk);
  });
}
