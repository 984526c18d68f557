import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A line to the application that can be told to lose one answer: the server has carried the request out, and the
 * connection is reset before a byte of its answer arrives. What was asked is written down, for a browser asks again by
 * itself and tells no script of it.
 */
export async function openResettingLine(url: string) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let doomed: RegExp | null = null;
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    let isDoomed = false;
    near.on("data", (bytes) => {
      const [head = ""] = bytes.toString("latin1").split("\r\n");
      if (/^(POST|PUT|DELETE) /.test(head)) asked.push(head);
      if (doomed?.test(head)) [isDoomed, doomed] = [true, null];
      far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (isDoomed) near.resetAndDestroy();
      else near.write(bytes);
    });
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked: (head: RegExp) => asked.filter((line) => head.test(line)).length,
    /** Loses the answer to the next request whose first line is like this. */
    loseAnswerTo: (head: RegExp) => {
      doomed = head;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
