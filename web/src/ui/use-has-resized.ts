import { type RefCallback, useCallback, useState } from "react";
import { usePast } from "./use-past.ts";

/**
 * Tells whether an element that bears the ref has become taller or shorter in the last milliseconds, as when a line
 * more stands in one of its rows: all below has moved under the finger, and a press was meant for what stood there.
 */
export function useHasResized(ms: number): [ref: RefCallback<HTMLElement>, hasResized: boolean] {
  const [changes, setChanges] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    let before: number | undefined;
    const observer = new ResizeObserver(() => {
      const now = element.offsetHeight;
      // The first word is how tall it is.
      if (before !== undefined && now !== before) setChanges((count) => count + 1);
      before = now;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, usePast(changes, ms).length > 0];
}
