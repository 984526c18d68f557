import { type RefObject, useEffect, useState } from "react";

/** Whether something lies beyond the end side of what scrolls, in either direction of reading. */
export function useMoreSideways(scroller: RefObject<HTMLElement | null>): boolean {
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // Where one reads from right to left, the way scrolled counts below zero.
    const look = () => setHasMore(box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft) > 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    for (const child of box.children) sizes.observe(child);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [scroller]);
  return hasMore;
}
