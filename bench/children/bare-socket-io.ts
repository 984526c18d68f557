import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { Server } from "socket.io";
import { serveParent } from "../lab/child.ts";

/** What makes the server say something: the rule's own statements in one transaction, then an event to one room. */
export type Press = { statements: { text: string; values: unknown[] }[]; room: string; event: string; news: object };
export type BareSocketIo = { url: string; poolSize: number };

/**
 * The limit of realtime: a Socket.IO that asks nobody who they are, and lets each socket into the rooms `all` and the
 * one named by its access token.
 */
serveParent(async ({ url, poolSize }: BareSocketIo): Promise<number> => {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  const server = createServer(async (request, response) => {
    const { statements, room, event, news }: Press = JSON.parse(await textOf(request));
    const client = await pool.connect();
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
    client.release();
    io.to(room).emit(event, news);
    response.end("{}");
  });
  const io = new Server(server, { transports: ["websocket"], serveClient: false });
  io.on("connection", (socket) => socket.join(["all", String(socket.handshake.query.accessToken)]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
