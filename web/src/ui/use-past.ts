import { useEffect, useRef, useState } from "react";

/**
 * Keeps what a value was in the last milliseconds, the latest at the end: what has just changed under the finger, even
 * there and back, is not what a press meant. Each goes so long after it was replaced, so that a stream of changes keeps
 * nothing for longer. Nothing is kept where no time is told.
 */
export function usePast<Value>(value: Value, ms: number | undefined): readonly Value[] {
  const [{ now, past }, set] = useState({ now: value, past: [] as readonly Value[] });
  if (!Object.is(now, value)) set({ now: value, past: ms === undefined ? past : [...past, now] });
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for each change of the value
  useEffect(() => {
    if (past.length === 0) return;
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      set((current) => ({ ...current, past: current.past.slice(1) }));
    }, ms);
    timers.current.add(timer);
  }, [now]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return past;
}
