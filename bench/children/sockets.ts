import { serveParent } from "../lab/child.ts";
import type { Tokens } from "../lab/request.ts";

/** Opens a socket for each session and keeps it open, as open screens do. */
export type Sockets = { port: number; sessions: Tokens[] };

const atATime = 50;
const open: WebSocket[] = [];

serveParent(async ({ port, sessions }: Sockets): Promise<{ count: number; ms: number }> => {
  const began = performance.now();
  const waiting = sessions.values();
  const lane = async () => {
    for (const tokens of waiting) open.push(await connect(port, tokens));
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return { count: open.length, ms: performance.now() - began };
});

/** Speaks just enough Socket.IO: asks to be let in, is told so, and answers each ping. */
function connect(port: number, { accessToken, refreshToken }: Tokens): Promise<WebSocket> {
  const query = new URLSearchParams({ EIO: "4", transport: "websocket", accessToken, refreshToken });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?${query}`);
  return new Promise((resolve, reject) => {
    socket.addEventListener("close", ({ code }) => reject(new Error(`a socket was closed with ${code}`)));
    socket.addEventListener("message", ({ data }) => {
      const packet = String(data);
      if (packet.startsWith("0")) socket.send("40");
      else if (packet === "2") socket.send("3");
      else if (packet.startsWith("40")) resolve(socket);
      else if (packet.startsWith("44")) reject(new Error(`a socket was refused: ${packet}`));
    });
  });
}
