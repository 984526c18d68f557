import { useMemo, useSyncExternalStore } from "react";

/** What one person picked and typed; it survives a reload. */
export type Draft = {
  gameId: number | null;
  playerId: number | null;
  typedId: string;
  points: string;
  isTaking: boolean;
};

const keyOf = (userId: number) => `saha.trivia.${userId}`;
const empty: Draft = { gameId: null, playerId: null, typedId: "", points: "", isTaking: false };
const listeners = new Set<() => void>();

/**
 * Keeps what one person picked and typed in this tab, not in the screen: points that count once the screen was left,
 * and perhaps opened again, stand on it no more.
 */
export function useDraft(userId: number): Draft {
  const kept = useSyncExternalStore(subscribe, () => sessionStorage.getItem(keyOf(userId)));
  return useMemo(() => read(kept), [kept]);
}

/** Changes what is picked and typed, whether or not a screen shows it. */
export function changeDraft(userId: number, change: (now: Draft) => Draft): void {
  const now = read(sessionStorage.getItem(keyOf(userId)));
  sessionStorage.setItem(keyOf(userId), JSON.stringify(change(now)));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(kept: string | null): Draft {
  try {
    return { ...empty, ...(JSON.parse(kept ?? "{}") as Partial<Draft>) };
  } catch {
    return empty;
  }
}
