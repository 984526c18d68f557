import { type ReactNode, useEffect, useRef, useState } from "react";

/** By then the first load is over, and what is read out of order, or searched for, is there as well. */
const timeoutMs = 8000;

/** Keeps a place for what lies further down until it comes into sight, so that the first load needs none of it. */
export function WhenSeen({ place, children }: { place: ReactNode; children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    if (holder.current) watch.observe(holder.current);
    const timer = setTimeout(() => setIsSeen(true), timeoutMs);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return isSeen ? children : <div ref={holder}>{place}</div>;
}
