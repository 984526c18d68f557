import { useEffect } from "react";
import { readTypedTicket } from "./typed-ticket.ts";

/**
 * While it is given, drops the Enter that ends what a hand scanner has typed: the focus is on the verdict's button. Of
 * anything, after a lost answer, for it would send the last guest's ticket once more while the next guest holds one
 * out; else of the same ticket, which a scanner that reads by itself reads again and again from a phone that is held
 * before it. A pressed Enter has no letters before it.
 */
export function useDeafToScanner(to: { ticket: string; isAnything: boolean } | null): void {
  const { ticket = "", isAnything = false } = to ?? {};
  const isOn = to !== null;
  useEffect(() => {
    if (!isOn) return;
    let typed = "";
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, altKey, metaKey } = event;
      if (key === "Enter") {
        const read = readTypedTicket(typed);
        if (typed !== "" && (isAnything || ("text" in read && read.text === ticket))) event.preventDefault();
        typed = "";
      } else if (key.length === 1 && key !== " " && !ctrlKey && !altKey && !metaKey) typed += key;
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [isOn, ticket, isAnything]);
}
