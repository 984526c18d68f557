import { useSyncExternalStore } from "react";
import { readTokens } from "../../tokens.ts";

/** Milliseconds after which nothing more is expected of a press. */
const longest = 20_000;

/** How many presses of each session of an account are on their way, also of forms that were left meanwhile. */
const counts = new Map<string, number>();
const listeners = new Set<() => void>();

/** Of this session: what an ended one has begun is never answered (0178), and holds nobody up. */
const sessionOf = (userId: number) => `${userId} ${readTokens()?.refresh}`;

function count(session: string, change: number): void {
  counts.set(session, (counts.get(session) ?? 0) + change);
  for (const tell of listeners) tell();
}

/** Counts work of an account as on its way until it ends; answers what it answers. */
export function underWay<T>(userId: number, work: Promise<T>): Promise<T> {
  const session = sessionOf(userId);
  count(session, 1);
  let end = () => {
    end = () => {};
    clearTimeout(timer);
    count(session, -1);
  };
  const timer = setTimeout(() => end(), longest);
  return work.finally(() => end());
}

/** Whether points of an account are on their way, or the look at a score before them. */
export function useUnderWay(userId: number): boolean {
  return useSyncExternalStore(listen, () => (counts.get(sessionOf(userId)) ?? 0) > 0);
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
