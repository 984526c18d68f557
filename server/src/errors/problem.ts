import type { ProblemCode } from "@saha/contract";

/** A refusal on its way to the caller; its sentence is chosen where it is sent (rules §1). */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** Facts for the screen, such as when and by whom a ticket was used. */
  readonly details: Record<string, unknown> | undefined;
  /** The field of the body that the refusal is about, so that a form shows it there. */
  readonly field: string | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    about: { details?: Record<string, unknown>; field?: string; retryAfter?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.details = about.details;
    this.field = about.field;
    this.retryAfter = about.retryAfter;
  }
}
