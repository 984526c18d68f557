import { useEffect } from "react";

/** Milliseconds in which the second press of a double one comes, and within how many pixels of the first. */
const rest = 400;
const reach = 32;

/**
 * Shields for a moment, once a dialog is gone, the place where it was pressed last, as with the answer to that press:
 * the second one of a double press was not meant for whatever lies beneath, such as the call of somebody in line.
 */
export function useShieldAfter(): void {
  useEffect(() => {
    let last: PointerEvent | undefined;
    const note = (event: PointerEvent) => {
      last = event;
    };
    document.addEventListener("pointerdown", note, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", note, { capture: true });
      if (last) shield(last.clientX, last.clientY);
    };
  }, []);
}

function shield(x: number, y: number): void {
  const pane = document.createElement("div");
  pane.dataset.shield = "";
  const [inset, size] = [`${y - reach}px auto auto ${x - reach}px`, `${2 * reach}px`];
  Object.assign(pane.style, { position: "fixed", inset, width: size, height: size, zIndex: "1000" });
  document.body.append(pane);
  setTimeout(() => pane.remove(), rest);
}
