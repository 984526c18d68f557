import { useSyncExternalStore } from "react";

/** Milliseconds after which nothing more is expected of a press: one of a session that has ended is never answered. */
const longest = 20_000;

/** How many presses of each account are on their way, also of forms that were left meanwhile. */
const counts = new Map<number, number>();
const listeners = new Set<() => void>();

function count(userId: number, change: number): void {
  counts.set(userId, (counts.get(userId) ?? 0) + change);
  for (const tell of listeners) tell();
}

/** Counts work of an account as on its way until it ends; answers what it answers. */
export function underWay<T>(userId: number, work: Promise<T>): Promise<T> {
  count(userId, 1);
  let end = () => {
    end = () => {};
    clearTimeout(timer);
    count(userId, -1);
  };
  const timer = setTimeout(() => end(), longest);
  return work.finally(() => end());
}

/** Whether points of an account are on their way, or the look at a score before them. */
export function useUnderWay(userId: number): boolean {
  return useSyncExternalStore(listen, () => (counts.get(userId) ?? 0) > 0);
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
