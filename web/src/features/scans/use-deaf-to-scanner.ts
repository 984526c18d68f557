import { useEffect } from "react";

/**
 * While it is on, drops the Enter that ends what a hand scanner has typed: the focus is on "try again", and that Enter
 * would send the last guest's ticket once more while the next guest holds one out. A pressed Enter has no letters
 * before it.
 */
export function useDeafToScanner(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let isTyping = false;
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, altKey, metaKey } = event;
      if (key === "Enter") {
        if (isTyping) event.preventDefault();
        isTyping = false;
      } else if (key.length === 1 && key !== " " && !ctrlKey && !altKey && !metaKey) isTyping = true;
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [isOn]);
}
