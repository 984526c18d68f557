import { issueSentence } from "@saha/contract";
import type * as z from "zod/mini";
import { Refusal, sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { language } from "../../text/language.ts";

/** Sentences by field name. */
export type FieldErrors = Record<string, string>;

/** Checks what was typed against a schema of the contract; one sentence a field, in the language of the screen. */
export function issuesOf(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return {};
  const sentences = result.error.issues.map((issue) => [String(issue.path[0] ?? ""), issueSentence(issue, language())]);
  // The first issue of a field is the one to mend first.
  return Object.fromEntries(sentences.reverse());
}

/** Sorts a refusal: the server's issues at the fields that the form has, its message for the form when no field tells it. */
export function refusalOf(
  cause: unknown,
  fields: readonly string[],
  fallback = m.ui_state_unexpected(),
): { atFields: FieldErrors; message: string | null } {
  const issues = cause instanceof Refusal ? cause.issues : [];
  const atFields = Object.fromEntries(
    issues.filter(({ field }) => fields.includes(field)).map(({ field, message }) => [field, message]),
  );
  if (Object.keys(atFields).length > 0) return { atFields, message: null };
  return { atFields, message: sentenceOf(cause, fallback) };
}
