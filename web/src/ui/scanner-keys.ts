import { useEffect } from "react";

/** Milliseconds from one key to the next: a hand scanner stays below, a person before Enter hardly. */
export const quickMs = 50;
/** Milliseconds without a key after which what a scanner has typed is over. */
const restMs = 300;

/** Keys that move the focus, press what has it, leave the page or take away what was typed. */
const steering = /^(Enter|Tab|Escape|Backspace|Delete|ContextMenu|Home|End|Page\w+|Arrow\w+|F\d+|Browser\w+)$/;
const modifier = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock)$/;

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">;

/**
 * Says of each key, by the time of its press, whether it is refused. Of what a hand scanner types no key steers the
 * page but the first Enter, and that only where scans are taken; all that comes after it is part of the same scan.
 * Scanners type what a code holds, Tab and Enter too: an attendee's QR of 700 letters chose a player, walked to "Take
 * away", took 100 points and cleared the screen within 4 s.
 */
export function scannerKeys() {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  return ({ key, ctrlKey, altKey, metaKey }: Key, at: number, { isTaken = false, isList = false } = {}): boolean => {
    if (modifier.test(key)) return false;
    const since = at - lastAt;
    lastAt = at;
    isOver &&= since < restMs;
    if (isOver) return true;
    const isShortcut = (ctrlKey || metaKey) && !altKey;
    const steers = isShortcut || steering.test(key) || (key === " " && !isTaken) || isList;
    if (since >= quickMs || !steers) return false;
    if (key !== "Enter" || !isTaken) return true;
    isOver = true;
    return false;
  };
}

/** What takes a scan: its Enter is let through to it. */
export const takesScans = { "data-takes-scans": true };

/** Keeps what a code that is read by a hand scanner holds from steering the screen, while it is shown. */
export function useScannerKeys(): void {
  useEffect(() => {
    const isRefused = scannerKeys();
    /** Keys that are held since they were refused: letting go of Space is what presses a button. */
    const held = new Set<string>();
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    function press(event: KeyboardEvent) {
      // A person holds Backspace down; no scanner holds a key.
      if (event.repeat && !held.has(event.code)) return;
      const on = (selector: string) => event.target instanceof Element && event.target.matches(selector);
      if (!isRefused(event, event.timeStamp, { isTaken: on("[data-takes-scans]"), isList: on("select") })) return;
      held.add(event.code);
      refuse(event);
    }
    function release(event: KeyboardEvent) {
      if (held.delete(event.code)) refuse(event);
    }
    window.addEventListener("keydown", press, true);
    window.addEventListener("keyup", release, true);
    return () => {
      window.removeEventListener("keydown", press, true);
      window.removeEventListener("keyup", release, true);
    };
  }, []);
}
