import { useEffect, useEffectEvent } from "react";

type Step = { state: object };

/** What is open over the screen, the uppermost last. */
const open: (() => void)[] = [];

/** Lets Back close what is open, as Escape does, instead of leaving the screen under it. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    standOnSpare();
    const entry = () => close();
    open.push(entry);
    return () => void open.splice(open.indexOf(entry), 1);
  }, [isOpen]);
}

type Kept = { __TSR_index?: number; isSpare?: true; hasSpare?: true } | null;

/**
 * Puts a spare entry of the same address below the tab's first one: where nothing lies below, Back would leave the site
 * before anybody is asked. The router is not told, for what it knows stays as it is. Who came back to the first entry
 * keeps the way forward, which a new entry would cut off.
 */
function standOnSpare(): void {
  if ("navigation" in window && navigation.canGoForward) return;
  const kept = history.state as Kept;
  const index = kept?.__TSR_index ?? 0;
  if (kept?.hasSpare || (index > 0 && !kept?.isSpare)) return;
  const { isSpare: _, ...state } = kept ?? {};
  History.prototype.replaceState.call(history, { ...state, __TSR_index: index - 1, isSpare: true }, "");
  History.prototype.pushState.call(history, { ...state, __TSR_index: index, hasSpare: true }, "");
}

/**
 * Judges a step of the history: Back is blocked while anything is open, and closes the uppermost of it once the browser
 * has come back to where it was, so that an address which closing changes is that entry's. From the spare entry it
 * leads on at once.
 */
export function isBlockedByOpen({ action, nextLocation }: { action: string; nextLocation: Step }): boolean {
  if (action !== "BACK") return false;
  if (open.length === 0) {
    // Nobody pressed Back to see the same screen again.
    if ((nextLocation.state as Kept)?.isSpare) setTimeout(() => history.back());
    return false;
  }
  addEventListener("popstate", () => open.at(-1)?.(), { once: true });
  return true;
}
