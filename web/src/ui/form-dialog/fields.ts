import { latinDigits } from "@saha/contract";
import type { Values } from "../form/values.ts";

type Common<Name extends string> = {
  name: Name;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** Leaves the field out while what is typed elsewhere makes it meaningless. */
  shownWhen?: (values: Values) => boolean;
};

/** One field of a form dialog. `half` fields share a line with their neighbour where there is room. */
export type Field<Name extends string = string> = Common<Name> & { half?: boolean } & (
    | { kind: "text" | "password"; dir?: "ltr"; autoComplete?: string }
    | { kind: "number"; unit?: string; allowsFractions?: boolean }
    | { kind: "textarea"; rows?: number }
    | { kind: "html" }
    | { kind: "select"; options: readonly { value: string | number; label: string; disabled?: boolean }[] }
    | { kind: "switch" }
    | { kind: "day" }
    | { kind: "colour" }
    /** Holds the chosen file; null keeps the `current` picture, empty text takes it away (rules §6). */
    | { kind: "file"; accept: string; current?: string | null }
  );

/** Thousands in groups of three by commas, and perhaps by a point, as others write them. */
const groups = { commas: /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, point: /^-?\d{1,3}\.\d\d0$/ };

/**
 * What a person typed into a number field: a number, nothing, or the text itself, so that the server can say what is
 * wrong with it. A comma that groups no thousands is no sign to leave out: many write 12,50 for 12.50, and 1.250 for
 * 1,250.
 */
export function typedNumber(text: string): number | string | null {
  const plain = latinDigits(text).replace(/[−–]/g, "-").replace(/٫/g, ".").replace(/٬/g, ",").replace(/\s/g, "");
  if (plain === "") return null;
  const number = Number(groups.commas.test(plain) ? plain.replaceAll(",", "") : plain);
  return Number.isFinite(number) && !groups.point.test(plain) ? number : text;
}
