import { connect, type Socket } from "node:net";
import { serveParent } from "../lab/child.ts";
import { type Round, roundOf } from "../lab/measure.ts";

/**
 * Makes load over plain sockets, so cheaply that the server and not this process is what is measured. Each lane is one
 * connection that sends its requests one after another; with `forMs` it begins anew until the time is over.
 */
export type Load = { port: number; lanes: string[][]; forMs?: number };

serveParent(async ({ port, lanes, forMs }: Load): Promise<Round> => {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const lines = await Promise.all(lanes.map(() => openLine(port)));
  const began = performance.now();
  const until = forMs === undefined ? 0 : began + forMs;
  await Promise.all(
    lanes.map(async (requests, lane) => {
      const line = lines[lane];
      if (!line) return;
      const bytes = requests.map((text) => Buffer.from(text));
      do {
        for (const message of bytes) {
          const sent = performance.now();
          const status = await line.ask(message);
          latencies.push(performance.now() - sent);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (forMs !== undefined && performance.now() > until) break;
        }
      } while (performance.now() < until);
    }),
  );
  const ms = performance.now() - began;
  for (const line of lines) line.close();
  return roundOf(ms, latencies, statuses);
});

type Line = { ask(message: Buffer): Promise<number>; close(): void };

async function openLine(port: number): Promise<Line> {
  let socket = await connected(port);
  return {
    async ask(message) {
      if (socket.destroyed) socket = await connected(port);
      return answerTo(socket, message);
    },
    close: () => socket.destroy(),
  };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  return socket;
}

/** The status of the answer once the whole of it is here; 0 when the connection breaks first. */
function answerTo(socket: Socket, message: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let got: Buffer | undefined;
    const finish = (status: number) => {
      socket.removeListener("data", onData);
      socket.removeListener("close", onClose);
      resolve(status);
    };
    const onClose = () => finish(0);
    const onData = (chunk: Buffer) => {
      got = got ? Buffer.concat([got, chunk]) : chunk;
      if (isWhole(got)) finish(Number(got.toString("latin1", 9, 12)));
    };
    socket.on("data", onData);
    socket.on("close", onClose);
    if (socket.destroyed) finish(0);
    else socket.write(message);
  });
}

function isWhole(got: Buffer): boolean {
  const end = got.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = got.toString("latin1", 0, end).toLowerCase();
  const body = end + 4;
  const at = head.indexOf("\r\ncontent-length: ");
  if (at >= 0) return got.length >= body + Number.parseInt(head.slice(at + 18, at + 30), 10);
  if (!head.includes("\r\ntransfer-encoding: chunked")) return true;
  for (let from = body; ; ) {
    const line = got.indexOf("\r\n", from);
    if (line < 0) return false;
    const size = Number.parseInt(got.toString("latin1", from, line), 16);
    from = line + 2 + size + 2;
    if (from > got.length) return false;
    if (size === 0) return true;
  }
}
