import { latinDigits } from "@saha/contract";

type Common<Name extends string> = { name: Name; label: string; hint?: string; isRequired?: boolean };

/** One field of a form dialog. `half` fields share a line with their neighbour where there is room. */
export type Field<Name extends string = string> = Common<Name> & { half?: boolean } & (
    | { kind: "text" | "password"; dir?: "ltr"; autoComplete?: string }
    | { kind: "number"; unit?: string; allowsFractions?: boolean }
    | { kind: "textarea"; rows?: number }
    | { kind: "select"; options: readonly { value: string | number; label: string }[] }
    | { kind: "switch" }
    | { kind: "day" }
    | { kind: "colour" }
    | { kind: "file"; accept: string; current?: string | null }
  );

export type Value = string | number | boolean | File | null;
export type Values = Record<string, Value>;

/** What a person typed into a number field: a number, nothing, or the text itself, so that the server can say what is wrong with it. */
export function typedNumber(text: string): number | string | null {
  const plain = latinDigits(text)
    .replace(/٫/g, ".")
    .replace(/[٬,\s]/g, "");
  if (plain === "") return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : text;
}
