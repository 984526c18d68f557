import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";

/** How much of a stream waits for each caller who does not read (security: row 22). */
export const highWaterMark = 16_384;
/**
 * How many connections may wait to be let in, where the system allows it: a whole venue's after a restart. Of twice as
 * many that were reset while they waited everybody who came waited twice as long.
 */
const backlog = 4096;
/** Beside 10,000 resets a second in a hall others there waited for 0.8 s with 8 of them, for 0.2 s with 32. */
const usualListeners = 32;

type Where = { port: number; host: string };

/**
 * Opens the port by several listening sockets (`SO_REUSEPORT`), among which the system spreads those who come. Node
 * lets in one connection of each in a turn of the event loop, dead ones too: by a single one twelve connections that
 * asked and were reset all the time had everybody wait at the door for seconds (0190). Where the system has no
 * such sockets there is one (0191).
 */
export function openPort(app: FastifyInstance, listeners = process.platform === "linux" ? usualListeners : 1) {
  const others: Server[] = [];
  const reusePort = listeners > 1;
  const options = { backlog: Math.ceil(backlog / listeners), reusePort };

  async function listen({ port, host }: Where): Promise<void> {
    // A second application would be let in beside the first, and each would have a part of the callers.
    if (reusePort && port !== 0) await probe({ port, host });
    await app.listen({ port, host, ...options });
    const taken = app.server.address() as AddressInfo;
    for (let n = 1; n < listeners; n++) {
      const other = createServer({ allowHalfOpen: true, noDelay: true, highWaterMark });
      other.on("connection", (socket) => app.server.emit("connection", socket));
      others.push(other);
      await listening(other, { port: taken.port, host: taken.address, ...options });
    }
  }

  /** Lets nobody in any more, and waits until what was begun is answered. */
  async function close(): Promise<void> {
    const closed = others.map((other) => new Promise((resolve) => other.close(resolve)));
    await app.close();
    await Promise.all(closed);
  }

  return { listen, close };
}

/** Listens on the port alone for a moment. Throws what the system says where it is taken. */
async function probe(where: Where): Promise<void> {
  const server = createServer();
  await listening(server, where);
  server.close();
  await once(server, "close");
}

async function listening(server: Server, where: Where & { backlog?: number; reusePort?: boolean }): Promise<void> {
  server.listen(where);
  await once(server, "listening");
}
