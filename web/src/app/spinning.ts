import { useSyncExternalStore } from "react";
import type { Draw } from "../pieces/giveaway/draw.ts";
import { onLeave } from "../session.ts";

let draw: Draw | null = null;
const listeners = new Set<() => void>();
onLeave(() => setSpinning(null));

/** Notes the draw that has just begun, or with null that it is seen. */
export function setSpinning(next: Draw | null): void {
  draw = next;
  for (const listener of listeners) listener();
}

/** Notes what became of the draw that this screen was told of, if it still shows that one. */
export function changeSpinning(change: (draw: Draw) => Draw): void {
  if (draw) setSpinning(change(draw));
}

/** The draw that this screen was told of, until its card is closed. */
export function useSpinning(): Draw | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => draw,
  );
}
