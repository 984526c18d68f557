import { setTimeout as sleep } from "node:timers/promises";
import { serveParent } from "../lab/child.ts";
import { connect } from "../lab/connect-socket.ts";
import type { Tokens } from "../lab/request.ts";

/** Opens a socket for each session and keeps it open, as open screens do. */
export type Sockets = { port: number; sessions: Tokens[] };
/** Makes each call, and waits until so many of the open sockets have heard the event. */
export type FanOut = { calls: Call[]; event: string; hearers: number };
export type Call = { url: string; method: "POST" | "PUT"; headers: Record<string, string>; body: string };
export type Heard = { count: number; ms: number; latencies: number[] };

const atATime = 50;
const open: WebSocket[] = [];
let heard: { began: number; event: string; latencies: number[] } | undefined;

serveParent((plan: Sockets | FanOut): Promise<Heard> => ("calls" in plan ? fanOut(plan) : openAll(plan)));

async function openAll({ port, sessions }: Sockets): Promise<Heard> {
  const began = performance.now();
  const waiting = sessions.values();
  const lane = async () => {
    for (const tokens of waiting) open.push(await connect(port, tokens, hear));
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return { count: open.length, ms: performance.now() - began, latencies: [] };
}

function hear(packet: string): void {
  if (heard && packet.startsWith(`42["${heard.event}"`)) heard.latencies.push(performance.now() - heard.began);
}

async function fanOut({ calls, event, hearers }: FanOut): Promise<Heard> {
  const first = performance.now();
  const parts: number[][] = [];
  for (const { url, ...call } of calls) {
    heard = { began: performance.now(), event, latencies: [] };
    const answer = await fetch(url, call);
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status} ${await answer.text()}`);
    await answer.text();
    for (let waited = 0; heard.latencies.length < hearers; waited++) {
      if (waited > 1000) throw new Error(`${heard.latencies.length} of ${hearers} have heard ${event}`);
      await sleep(10);
    }
    // Whoever hears it a second time, or without being meant, is seen.
    await sleep(20);
    if (heard.latencies.length > hearers) throw new Error(`${heard.latencies.length} have heard, not ${hearers}`);
    parts.push(heard.latencies);
  }
  heard = undefined;
  return { count: open.length, ms: performance.now() - first, latencies: parts.flat() };
}
