import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { openPort } from "./port.ts";

const host = "127.0.0.1";

/** An application on a free port. */
async function open(listeners?: number) {
  const app = fastify();
  const port = openPort(app, listeners);
  const at = { port: await freePort(), host };
  await port.listen(at);
  onTestFinished(() => port.close());
  return { app, at };
}

/** So many connections that the system has taken, before the event loop can let any of them in. */
function knock({ port }: { port: number }, count: number): Socket[] {
  const sockets = Array.from({ length: count }, () => connect({ port, host }).on("error", () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const until = performance.now() + 100;
  while (performance.now() < until);
  return sockets;
}

/** In how many turns of the event loop so many are let in. */
async function turnsFor({ server }: FastifyInstance, count: number): Promise<number> {
  let seen = 0;
  server.on("connection", () => seen++);
  let turns = 0;
  for (; seen < count; turns++) await nextTurn();
  return turns;
}

describe("a crowd before the door", () => {
  const crowd = 64;

  test("is let in in a few turns of the event loop", async () => {
    const { app, at } = await open();
    const sockets = knock(at, crowd);
    expect(await turnsFor(app, crowd)).toBeLessThan(crowd / 3);
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  });

  test("with one listening socket each takes a turn, and whoever comes next waits for all of them", async () => {
    const { app, at } = await open(1);
    knock(at, crowd);
    expect(await turnsFor(app, crowd)).toBeGreaterThanOrEqual(crowd - 1);
  });
});

test("a port that another application listens on is refused, although the system would share it", async () => {
  const { at } = await open();
  await expect(openPort(fastify()).listen(at)).rejects.toMatchObject({ code: "EADDRINUSE" });
  // The system itself would have let it.
  const sharing = createServer().listen({ ...at, reusePort: true });
  await once(sharing, "listening");
  sharing.close();
});
