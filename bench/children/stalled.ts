import { once } from "node:events";
import { Socket } from "node:net";
import { serveParent } from "../lab/child.ts";

/** Sends each of the requests on a connection of its own and never reads an answer. */
export type Stalled = { port: number; requests: string[] };

const open: Socket[] = [];

serveParent(async ({ port, requests }: Stalled): Promise<number> => {
  for (const request of requests) {
    const socket = new Socket();
    socket.on("error", () => {});
    socket.pause();
    socket.connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(request);
    open.push(socket);
  }
  return open.length;
});
