import { latinDigits } from "@saha/contract";
import type * as z from "zod/mini";

/**
 * The body that a form means. A form knows only text, so the body's schema says what each one is to be: `true` and
 * numbers become values where a boolean or a number is wanted and stay text where text is; there, an empty one counts
 * as not sent (rules §1). What fits nothing is left for the schema to refuse; names that the schema does not know are
 * left out.
 */
export function formBody(
  schema: z.ZodMiniType | undefined,
  texts: Iterable<[string, string]>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const fields = shapeOf(schema);
  for (const [name, text] of texts) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) continue;
    const value = meant(text, wanted(field));
    if (value !== undefined) body[name] = value;
  }
  return body;
}

/** Lists the fields that a body's schema knows: a form's texts of any other name are not kept. */
export function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  return Object.keys(shapeOf(schema));
}

type Wanted = { kind: "boolean" | "number" | "text"; isNullable: boolean };
/** As much of a schema's inside as matters here. */
type Definition = {
  type: string;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  values?: unknown[];
  shape?: Record<string, z.ZodMiniType>;
};

function shapeOf(schema: z.ZodMiniType | undefined): Record<string, z.ZodMiniType> {
  return (schema && definitionOf(schema).shape) ?? {};
}

function definitionOf(schema: z.ZodMiniType): Definition {
  return schema._zod.def as unknown as Definition;
}

function wanted(schema: z.ZodMiniType, isNullable = false): Wanted {
  const { type, innerType, in: input, values } = definitionOf(schema);
  if (innerType) return wanted(innerType, isNullable || type === "nullable");
  if (input) return wanted(input, isNullable);
  if (type === "boolean" || type === "number") return { kind: type, isNullable };
  if (values?.every((value) => typeof value === "number")) return { kind: "number", isNullable };
  return { kind: "text", isNullable };
}

function meant(text: string, { kind, isNullable }: Wanted): unknown {
  if (kind === "text") return text;
  const word = latinDigits(text.trim());
  if (word === "null" && isNullable) return null;
  if (word === "" || word === "undefined") return undefined;
  if (kind === "boolean")
    return word === "true" || word === "1" ? true : word === "false" || word === "0" ? false : text;
  return /^[+-]?\d+(\.\d+)?$/.test(word) ? Number(word) : text;
}
