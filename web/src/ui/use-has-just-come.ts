import { useEffect, useState } from "react";

/**
 * Tells whether what calls it was mounted in the last milliseconds: a press was meant for what stood there before.
 * Never where no time is told.
 */
export function useHasJustCome(ms: number | undefined): boolean {
  const [hasJustCome, setHasJustCome] = useState(ms !== undefined);
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setTimeout(() => setHasJustCome(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasJustCome;
}
