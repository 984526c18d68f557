import { issueSentence } from "@saha/contract";
import type * as z from "zod/mini";
import { language } from "../../text/language.ts";
import type { FieldErrors } from "./refusal.ts";

/**
 * Validates what was typed against a schema of the contract; one sentence a field, in the language of the screen. It
 * brings the sentences and all of zod, so that a screen which opens at once loads it later.
 */
export function issuesOf(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return {};
  const sentences = result.error.issues.map((issue) => [String(issue.path[0] ?? ""), issueSentence(issue, language())]);
  // The first issue of a field is the one to mend first.
  return Object.fromEntries(sentences.reverse());
}
