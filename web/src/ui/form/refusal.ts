import { Refusal, sentenceOf } from "../../api.ts";

/** Sentences by field name. */
export type FieldErrors = Record<string, string>;

/** What is wrong: at the fields that the form shows, and what has no field of its own, for above the form. */
export type Wrong = { atFields: FieldErrors; message: string | null };

/** Splits issues into those of fields that the form shows, and lines for above it; `lead` is their first line. */
export function splitIssues(issues: [field: string, text: string][], shown: readonly string[], lead?: string): Wrong {
  const isShown = ([field]: [string, string]) => shown.includes(field);
  const others = issues.filter((issue) => !isShown(issue)).map(([, text]) => text);
  return {
    atFields: Object.fromEntries(issues.filter(isShown)),
    // Never the same sentence twice.
    message: [...new Set([...(lead ? [lead] : []), ...others])].join("\n") || null,
  };
}

/**
 * Splits a failed call in the same way: the server's issues at their fields, and above the form its sentence, unless
 * the fields tell it already; then `marked` leads to them.
 */
export function splitRefusal(cause: unknown, shown: readonly string[], fallback: string, marked?: string): Wrong {
  const found = cause instanceof Refusal ? cause.issues : [];
  const isTold = found.length > 0 && cause instanceof Refusal && cause.code === "request.invalid";
  const isMarked = found.some(({ field }) => shown.includes(field));
  const isSaidAtField =
    cause instanceof Refusal && found.some((issue) => shown.includes(issue.field) && issue.message === cause.message);
  const lead = isTold || isSaidAtField ? (isTold && isMarked ? marked : undefined) : sentenceOf(cause, fallback);
  return splitIssues(
    found.map(({ field, message }) => [field, message]),
    shown,
    lead,
  );
}
