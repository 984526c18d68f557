import { useEffect } from "react";

/**
 * Clears the view for a call that has come: closes what takes the whole screen, as Escape would, for a modal dialog of
 * the browser lies above all else and lets nothing else be pressed, and a phone that is silent would tell of the call
 * by nothing; goes to the page's head where the card stands there alone. What is opened while the call is there stays,
 * as the own QR at a gate, also when the booth calls again: a tap that was on its way would answer.
 */
export function useClearView(isAtHead: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a call, wherever one goes meanwhile
  useEffect(() => {
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    }
    if (isAtHead) window.scrollTo({ top: 0 });
  }, []);
}
