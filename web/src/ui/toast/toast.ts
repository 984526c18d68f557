import { useSyncExternalStore } from "react";
import { aWhile, isMissingPart, mendSheets } from "../lost-part.ts";
import type { Toast } from "./message.ts";

const retryAfterMs = 2000;
let isWanted = false;
/** Messages of an earlier person are not shown any more. */
let person = 0;
const listeners = new Set<() => void>();

/** Shows a passing message at the top right; what shows it is loaded with the first one. */
export async function toast(message: Toast): Promise<void> {
  const asked = person;
  const { show } = await loadToaster();
  if (asked !== person) return;
  // Only now: the app that drew a place which can't come would be gone, and the page with it.
  isWanted = true;
  for (const listener of listeners) listener();
  show(message);
}

/** Takes away what is shown and what is to be: the next person at this screen must not read it. */
export function clearToasts(): void {
  person++;
  if (isWanted) void loadToaster().then(({ clear }) => clear());
}

/** Lost on the way it is asked for again, so that what was refused is said once the line is back. */
async function loadToaster(): Promise<typeof import("./toaster.tsx")> {
  try {
    // The lost sheet of another part keeps no message back.
    await mendSheets().catch(() => {});
    return await import("./toaster.tsx");
  } catch (cause) {
    if (!isMissingPart(cause)) throw cause;
    await aWhile(retryAfterMs);
    return loadToaster();
  }
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
