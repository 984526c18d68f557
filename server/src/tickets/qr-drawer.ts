import { setImmediate as afterTurn } from "node:timers/promises";
import { openFairQueue, type Turn } from "../limits/fair-queue.ts";
import { qrSvg } from "./ticket-code.ts";

type Options = { draw?: (token: string) => Promise<string>; maxKept?: number };

/** More than wait at a gate; whoever waits beyond is told that the server is busy. */
const maxWaiting = 3000;
/** 26 MB: beyond it one network that asks for its own in a circle fills the line of all who are behind it. */
const usualKept = 10_000;

/**
 * Gives QRs as SVGs, each drawn once for however often it is asked for. A drawing takes milliseconds of everybody's
 * time, and an address is good without a session for as long as the event is: they are drawn one by one, networks in
 * turns, others' calls between them. Whoever asked for 1,100 of their own in turns made everybody wait for 1.2 s.
 * Throws the problems of a fair queue (security: row 21).
 */
export function qrDrawer({
  draw = qrSvg,
  maxKept = usualKept,
}: Options = {}): (token: string, turn: Turn) => Promise<string> {
  const kept = new Map<string, string>();
  const drawing = openFairQueue({ concurrency: 1, maxWaiting });

  function keep(token: string, svg: string): string {
    // The latest asked for are the last to go.
    kept.delete(token);
    kept.set(token, svg);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return svg;
  }

  return async (token, turn) => {
    const known = kept.get(token);
    if (known !== undefined) return keep(token, known);
    return drawing(turn, async () => {
      const drawnMeanwhile = kept.get(token);
      if (drawnMeanwhile !== undefined) return drawnMeanwhile;
      await afterTurn();
      return keep(token, await draw(token));
    });
  };
}
