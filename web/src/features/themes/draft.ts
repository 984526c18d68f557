import { api, type Theme } from "@saha/contract";
import { type FieldErrors, issuesOf } from "../../ui/form/issues.ts";
import type { Palette } from "../../ui/theme/palette.ts";
import { type ChosenHue, chosenHues } from "./reading.ts";

/** What stands in the form: three colours as typed, whole or not, and a new logo. */
export type Draft = Palette & { logo: File | null };

export function draftOf({ primary, secondary, tertiary }: Palette): Draft {
  return { primary, secondary, tertiary, logo: null };
}

/** A sentence for each colour that is not `#` and six hex digits, before anything is sent (spec §5). */
export function wrongColours({ primary, secondary, tertiary }: Palette): FieldErrors {
  return issuesOf(api.themes.updateMain.body, { primary, secondary, tertiary });
}

/** The palette to paint with while someone types: of each colour the last one that was whole. */
export function paintable(draft: Palette, before: Palette): Palette {
  const wrong = wrongColours(draft);
  return Object.fromEntries(chosenHues.map((hue) => [hue, wrong[hue] ? before[hue] : draft[hue]])) as Palette;
}

/** Whether anything would change by saving; `#abcdef` and `#ABCDEF` are one colour. */
export function isChanged(draft: Draft, saved: Theme): boolean {
  return draft.logo !== null || changedHues(draft, saved).length > 0;
}

function changedHues(draft: Palette, saved: Palette): ChosenHue[] {
  return chosenHues.filter((hue) => draft[hue].toLowerCase() !== saved[hue].toLowerCase());
}
