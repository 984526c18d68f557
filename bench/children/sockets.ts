import { serveParent } from "../lab/child.ts";
import { connect } from "../lab/connect-socket.ts";
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
