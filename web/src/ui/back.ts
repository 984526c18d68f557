import { useEffect, useEffectEvent } from "react";

/** What is open over the screen, the uppermost last. */
const open: (() => void)[] = [];

/** Lets Back close what is open, as Escape does, instead of leaving the screen under it. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const entry = () => close();
    open.push(entry);
    return () => void open.splice(open.indexOf(entry), 1);
  }, [isOpen]);
}

/**
 * Judges a step of the history: Back is blocked while anything is open, and closes the uppermost of it once the browser has
 * come back to where it was, so that an address which closing changes is that entry's.
 */
export function isBlockedByOpen({ action }: { action: string }): boolean {
  if (action !== "BACK" || open.length === 0) return false;
  addEventListener("popstate", () => open.at(-1)?.(), { once: true });
  return true;
}
