import { sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";

/** What a dialog says about a refusal: the message that came with it, else that an error occurred (spec §8). */
export function refusalSentence(cause: unknown): string {
  return sentenceOf(cause, m.form_failed());
}
