import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to Redis on which a test can hold back what a process hears of the others; what it asks passes by. */
export async function openLateRedis(redisUrl: string) {
  const ears = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(redisUrl).port), "127.0.0.1");
    near.on("data", (chunk) => chunk.includes("subscribe") && ears.set(near, far));
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
    near.on("close", () => ears.delete(near));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      for (const [near, far] of ears) far.unpipe(near);
    },
    release: () => {
      for (const [near, far] of ears) far.pipe(near);
    },
    close: () => server.close(),
  };
}
