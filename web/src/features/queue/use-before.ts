import { useEffect, useState } from "react";

/** Keeps what a value was some milliseconds ago: what has just changed under the finger is not what a press meant. */
export function useBefore<Value>(value: Value, ms: number): Value {
  const [before, setBefore] = useState({ value });
  useEffect(() => {
    const timer = setTimeout(() => setBefore({ value }), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return before.value;
}
