import { type RefObject, useEffect } from "react";
import { readTypedTicket } from "./typed-ticket.ts";

/** The ticket that was judged last, and when it was judged or read again. */
export type Held = { ticket: string; at: number };

/**
 * Milliseconds from one read of a phone that is held before a scanner to the next, at most. A read of the same code
 * after that is another person's: one screenshot let a row of friends pass before a green screen.
 */
const heldMs = 2_000;

/** Whether a read is one more of the phone that is still held out; it is until it was not read for a while. */
export function isStillHeld(held: Held, ticket: string): boolean {
  const now = performance.now();
  if (ticket !== held.ticket || now - held.at >= heldMs) return false;
  held.at = now;
  return true;
}

/**
 * While it is given, drops the Enter that ends what a hand scanner has typed: the focus is on the verdict's button. Of
 * anything, after a lost answer, for it would send the last guest's ticket once more while the next guest holds one
 * out; else of the same ticket, which a scanner that reads by itself reads again and again from a phone that is held
 * before it. A pressed Enter has no letters before it.
 */
export function useDeafToScanner(to: { ticket: string; isAnything: boolean } | null, held: RefObject<Held>): void {
  const { ticket = "", isAnything = false } = to ?? {};
  const isOn = to !== null;
  useEffect(() => {
    if (!isOn) return;
    held.current = { ticket: isAnything ? "" : ticket, at: performance.now() };
    let typed = "";
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, altKey, metaKey } = event;
      if (key === "Enter") {
        const read = readTypedTicket(typed);
        const isDropped = isAnything || ("text" in read && isStillHeld(held.current, read.text));
        if (typed !== "" && isDropped) event.preventDefault();
        typed = "";
      } else if (key.length === 1 && key !== " " && !ctrlKey && !altKey && !metaKey) typed += key;
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [isOn, ticket, isAnything, held]);
}
