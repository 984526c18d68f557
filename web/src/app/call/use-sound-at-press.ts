import { useEffect } from "react";

/** Gets the sound ready at the next press of whoever stands in a line: a browser lets no page ring before. */
export function useSoundAtPress(isInLine: boolean): void {
  useEffect(() => {
    if (!isInLine) return;
    const prepare = () =>
      void import("../../ui/sound/notes.ts").then(
        ({ prepareSound }) => prepareSound(),
        () => {},
      );
    window.addEventListener("pointerdown", prepare, { once: true });
    return () => window.removeEventListener("pointerdown", prepare);
  }, [isInLine]);
}
