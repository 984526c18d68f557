import { useState } from "react";
import { isSamePalette, type Palette } from "../../ui/theme/palette.ts";
import { paintable } from "./draft.ts";

/** The palette to paint with while someone types: of each colour the last one that was whole. */
export function useLastWhole(typed: Palette, saved: Palette): Palette {
  const [palette, setPalette] = useState(() => paintable(typed, saved));
  const next = paintable(typed, palette);
  if (!isSamePalette(next, palette)) setPalette(next);
  return next;
}
