import { useSyncExternalStore } from "react";
import { serverNow } from "../../server-clock.ts";

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The time in milliseconds by the server's clock, anew each second; whoever counts down on a screen hears the same
 * tick.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  now = serverNow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

/** A time that is left, as minutes and seconds: 02:41; nothing below zero. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
