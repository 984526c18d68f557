import { api } from "@saha/contract";
import { issuesOf } from "../../ui/form/issues.ts";
import type { FieldErrors } from "../../ui/form/refusal.ts";
import { isSamePalette, type Palette, paletteOf } from "../../ui/theme/palette.ts";
import { chosenHues } from "./reading.ts";

/** What stands in the form: three colours as typed, whole or not, and a new logo. */
export type Draft = Palette & { logo: File | null };

export function draftOf(palette: Palette): Draft {
  return { ...paletteOf(palette), logo: null };
}

/** Finds a sentence for each colour that is not `#` and six hex digits, before anything is sent (spec §5). */
export function wrongColours(palette: Palette): FieldErrors {
  return issuesOf(api.themes.updateMain.body, paletteOf(palette));
}

/** The palette to paint with while someone types: of each colour the last one that was whole. */
export function paintable(draft: Palette, before: Palette): Palette {
  const wrong = wrongColours(draft);
  return Object.fromEntries(chosenHues.map((hue) => [hue, wrong[hue] ? before[hue] : draft[hue]])) as Palette;
}

/** Whether saving would change nothing; `#abcdef` and `#ABCDEF` are one colour. */
export function isSame(draft: Draft, saved: Palette): boolean {
  return draft.logo === null && isSamePalette(draft, saved);
}
