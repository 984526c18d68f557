import { useSyncExternalStore } from "react";
import { onLeave } from "../session.ts";

let pollId: number | null = null;
const listeners = new Set<() => void>();
onLeave(() => setSpinning(null));

/** Notes the giveaway whose draw has just begun, or with null that it is seen. */
export function setSpinning(next: number | null): void {
  pollId = next;
  for (const listener of listeners) listener();
}

/** The giveaway whose draw this screen was told of, until its card is closed. */
export function useSpinning(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pollId,
  );
}
