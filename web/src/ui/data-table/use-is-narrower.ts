import { type RefObject, useLayoutEffect, useState } from "react";

/** The edges of what stands in the box. */
const edges = 2;

/** Whether a box has less room than so many pixels; known before it is drawn. */
export function useIsNarrower(box: RefObject<HTMLElement | null>, least: number): boolean {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    if (!box.current) return;
    const look = () => box.current && setRoom(box.current.clientWidth - edges);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [box]);
  return room < least;
}
