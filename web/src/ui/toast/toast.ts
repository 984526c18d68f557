import { useSyncExternalStore } from "react";
import type { Toast } from "./message.ts";

let isWanted = false;
const listeners = new Set<() => void>();

/** Shows a passing message at the top right; what shows it is loaded with the first one. */
export async function toast(message: Toast): Promise<void> {
  const { show } = await import("./toaster.tsx");
  // Only now: the app that drew a place which can't come would be gone, and the page with it.
  isWanted = true;
  for (const listener of listeners) listener();
  show(message);
}

/** Whether anything was ever shown, and so the place for it is needed. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
}
