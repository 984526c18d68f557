import { useEffect, useState } from "react";

/** Tells whether what calls it was mounted in the last milliseconds: a press was meant for what stood there before. */
export function useHasJustCome(ms: number): boolean {
  const [hasJustCome, setHasJustCome] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHasJustCome(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasJustCome;
}
