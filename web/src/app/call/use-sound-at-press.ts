import { useEffect } from "react";

/**
 * Gets the sound ready at every press of whoever stands in a line: a browser lets no page ring before, some only within
 * the press itself, so from the second one on nothing is loaded first; and a phone call takes the sound away again.
 */
export function useSoundAtPress(isInLine: boolean): void {
  useEffect(() => {
    if (!isInLine) return;
    let prepareSound: (() => void) | undefined;
    const prepare = () =>
      prepareSound
        ? prepareSound()
        : void import("../../ui/sound/notes.ts").then(
            (notes) => {
              ({ prepareSound } = notes);
              prepareSound();
            },
            () => {},
          );
    window.addEventListener("click", prepare, true);
    return () => window.removeEventListener("click", prepare, true);
  }, [isInLine]);
}
