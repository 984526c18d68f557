import { setTimeout as sleep } from "node:timers/promises";
import type { Tokens } from "./caller.ts";

/*
 * Phones in a process of their own, which the parent forks: each keeps a socket open as the web does, comes back after
 * a second and then less often, and asks who is signed in once it is back. Told where and with which tokens, it tells
 * with every change how many there are of each.
 */
export type Phones = { port: number; sessions: Tokens[] };
export type PhonesState = {
  connected: number;
  /** How many are out: no socket was opened, and REST said so as well. */
  signedOut: number;
  /** How many were answered whatever else but success. */
  refused: number;
};

/** Milliseconds (spec §9). */
const firstDelay = 1000;
const longestDelay = 5000;
const state: PhonesState = { connected: 0, signedOut: 0, refused: 0 };
let isTold = true;

function change(by: Partial<PhonesState>): void {
  for (const name of ["connected", "signedOut", "refused"] as const) state[name] += by[name] ?? 0;
  if (isTold) setTimeout(tell, 50);
  isTold = false;
}

function tell(): void {
  isTold = true;
  process.send?.(state);
}

process.on("message", ({ port, sessions }: Phones) => {
  for (const tokens of sessions) void live(port, tokens);
});
process.on("disconnect", () => process.exit());

/** Lives until its session is over. */
async function live(port: number, tokens: Tokens): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    const end = await socketOf(port, tokens, () => {
      attempts = 0;
      change({ connected: 1 });
      void whoAmI(port, tokens);
    });
    if (end === "lost") change({ connected: -1 });
    // Screens ask while no news comes: of many dead sessions behind one address handshakes are refused without a word.
    else if ((await whoAmI(port, tokens)) === 401) return change({ signedOut: 1 });
    await sleep(Math.min(longestDelay, firstDelay * 2 ** attempts) * (0.5 + Math.random()));
  }
}

/** Opens a socket that speaks just enough Socket.IO; says how it ended. */
function socketOf(port: number, tokens: Tokens, opened: () => void): Promise<"unreachable" | "refused" | "lost"> {
  const query = new URLSearchParams({ EIO: "4", transport: "websocket", ...tokens });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?${query}`);
  let isOpen = false;
  return new Promise((resolve) => {
    socket.addEventListener("close", () => resolve(isOpen ? "lost" : "unreachable"));
    socket.addEventListener("error", () => {});
    socket.addEventListener("message", ({ data }) => {
      const packet = String(data);
      if (packet.startsWith("0")) socket.send("40");
      else if (packet === "2") socket.send("3");
      else if (packet.startsWith("40")) {
        isOpen = true;
        opened();
      } else if (packet.startsWith("44")) {
        resolve("refused");
        socket.close();
      }
    });
  });
}

/** Asks who is signed in, again while nobody answers or the server is busy. */
async function whoAmI(port: number, { accessToken = "", refreshToken = "" }: Tokens): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}`, "x-refresh-token": refreshToken };
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers }).catch(() => undefined);
    await answer?.text().catch(() => {});
    if (answer && answer.status !== 503) {
      if (!answer.ok) change({ refused: 1 });
      return answer.status;
    }
    await sleep(firstDelay);
  }
}
