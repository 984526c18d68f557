import { useEffect } from "react";
import { m } from "../../text/compiled/messages.js";
import { type Note, playNotes } from "../../ui/sound/notes.ts";
import { markTitle } from "../arrival.ts";

/** Three rising notes, twice: heard through a hall, unlike any verdict at the gate. */
const chime: Note[] = [0, 620].flatMap((at) =>
  [659, 880, 1319].map((hertz, step) => ({
    hertz,
    at: at + step * 130,
    ms: step === 2 ? 300 : 120,
    shape: "triangle",
  })),
);
const pulses = [300, 120, 300, 120, 600];
/** Milliseconds from ring to ring, and how often it rings. */
const everyMs = 5000;
const times = 9;

/** How many calls ring: the answer to one leaves the title and the shaking to the others. */
let ringing = 0;

/**
 * Rings, shakes and marks the document's title as long as an unanswered call is shown, anew with each `call`; silent
 * without sound.
 */
export function useRing(call: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call that is made again rings again
  useEffect(() => {
    ringing++;
    markTitle(m.call_title());
    let rung = 0;
    const ring = () => {
      playNotes(chime);
      shake(pulses);
      rung++;
      if (rung >= times) clearInterval(timer);
    };
    const timer = setInterval(ring, everyMs);
    ring();
    return () => {
      clearInterval(timer);
      if (--ringing > 0) return;
      shake(0);
      markTitle(null);
    };
  }, [call]);
}

/** Browsers refuse, and complain, until somebody has pressed something. */
function shake(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
