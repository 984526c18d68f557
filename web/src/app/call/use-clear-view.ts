import { useEffect } from "react";

/**
 * Closes what takes the whole screen, anew with each `call`, as Escape would: a modal dialog of the browser lies above
 * all else and lets nothing else be pressed, and a phone that is silent would tell of the call by nothing. What is
 * opened while the call is there stays, as the own QR at a gate. Goes to the page's head where the card stands there
 * alone.
 */
export function useClearView(call: string | null, isAtHead: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call that is made again is to be seen again
  useEffect(() => {
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    }
    if (isAtHead) window.scrollTo({ top: 0 });
  }, [call]);
}
