import { type RefObject, useLayoutEffect } from "react";

type Pressed = { box: DOMRect; at: number };

/** Where each pass was pressed last, by its name; a pass of that name that appears soon after moves in from there. */
const pressed = new Map<string, Pressed>();
const soonMs = 1500;
const moveMs = 180;

/**
 * Moves a pass in from where it was pressed: the same object goes on, and its stub unfolds (interface: Look, 120–200
 * ms). Nothing moves under reduced motion, nor where the browser can't animate.
 */
export function useMove(name: string, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const remember = () => pressed.set(name, { box: element.getBoundingClientRect(), at: performance.now() });
    element.addEventListener("click", remember, { capture: true });
    const from = pressed.get(name);
    pressed.delete(name);
    // The router scrolls in the same breath, after this.
    if (from && performance.now() - from.at < soonMs) queueMicrotask(() => move(element, from.box));
    return () => element.removeEventListener("click", remember, { capture: true });
  }, [name, ref]);
}

function move(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isCalm || to.width === 0 || typeof element.animate !== "function") return;
  const scale = from.width / to.width;
  // What is not there yet unfolds from below; the room around is the shadow's.
  const folded = Math.max(0, to.height - from.height / scale);
  element.animate(
    [
      {
        transformOrigin: "0 0",
        transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`,
        clipPath: `inset(-48px -48px ${folded}px -48px)`,
      },
      { transformOrigin: "0 0", transform: "none", clipPath: "inset(-48px)" },
    ],
    { duration: moveMs, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  );
}
