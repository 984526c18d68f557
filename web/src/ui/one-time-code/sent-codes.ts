import { useState } from "react";

/** What codes are mailed for; the server counts each apart (rules §3). */
export type Purpose = "verification" | "recovery";

/** Seconds between two codes for one address (rules §3). */
export const pauseSeconds = 60;

const key = "codes_sent";

/** Remembers in this tab that a code went to an address, and that the next one waits for so many seconds. */
export function noteSent(purpose: Purpose, address: string, seconds = pauseSeconds): void {
  sessionStorage.setItem(key, JSON.stringify({ ...noted(), [nameOf(purpose, address)]: Date.now() + seconds * 1000 }));
}

/** Until when the next code for an address waits, as a moment of the clock, and what to call when one was sent; 0 before the first. */
export function useSent(purpose: Purpose, address: string): { until: number; onSent: (seconds: number) => void } {
  const [, redraw] = useState(0);
  return {
    until: noted()[nameOf(purpose, address)] ?? 0,
    onSent(seconds) {
      noteSent(purpose, address, seconds);
      redraw((times) => times + 1);
    },
  };
}

function nameOf(purpose: Purpose, address: string): string {
  return `${purpose} ${address.trim().toLowerCase()}`;
}

function noted(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Record<string, number> | null) ?? {};
  } catch {
    return {};
  }
}
