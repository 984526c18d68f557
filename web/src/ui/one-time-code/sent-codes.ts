import { useState } from "react";

/** What codes are mailed for; the server counts each apart (rules §3). */
export type Purpose = "verification" | "recovery";

/** Seconds between two codes for one address (rules §3). */
export const pauseSeconds = 60;

const key = "codes_sent";

/**
 * Until when the next code waits, as a moment of the clock, and whether one was sent; a refusal makes one wait without
 * a code.
 */
type Sent = { until: number; wasSent: boolean };

/** Remembers in this tab that a code went to an address, and that the next one waits. */
export function noteSent(purpose: Purpose, address: string): void {
  note(purpose, address, { until: Date.now() + pauseSeconds * 1000, wasSent: true });
}

/**
 * What this tab knows of the codes of an address, and what to call when one was sent or refused for so many seconds.
 */
export function useSent(
  purpose: Purpose,
  address: string,
): Sent & { onSent: () => void; onRefused: (seconds: number) => void } {
  const [, redraw] = useState(0);
  const known = noted()[nameOf(purpose, address)] ?? { until: 0, wasSent: false };
  return {
    ...known,
    onSent() {
      noteSent(purpose, address);
      redraw((times) => times + 1);
    },
    onRefused(seconds) {
      note(purpose, address, { ...known, until: Date.now() + seconds * 1000 });
      redraw((times) => times + 1);
    },
  };
}

function note(purpose: Purpose, address: string, sent: Sent): void {
  sessionStorage.setItem(key, JSON.stringify({ ...noted(), [nameOf(purpose, address)]: sent }));
}

function nameOf(purpose: Purpose, address: string): string {
  return `${purpose} ${address.trim().toLowerCase()}`;
}

function noted(): Record<string, Sent> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Record<string, Sent> | null) ?? {};
  } catch {
    return {};
  }
}
