import { m } from "../../text/compiled/messages.js";

/** What a dialog says about a refusal: the message that came with it, else that an error occurred (spec §8). */
export function refusalSentence(cause: unknown): string {
  return cause instanceof Error && cause.message ? cause.message : m.form_failed();
}
