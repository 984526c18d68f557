import type { Poll } from "@saha/contract";
import { Refusal } from "../../api.ts";
import { serverNow } from "../../server-clock.ts";

/** Whether a giveaway is not to be found: it was deleted, or its booth was switched off. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && error.code !== null && error.status === 404;
}

/** Whether a draw's time is over whose end was never heard of: nobody says any more who won it. */
export function isUntold({ spinningUntil }: Pick<Poll, "spinningUntil">): boolean {
  return spinningUntil !== null && Date.parse(spinningUntil) <= serverNow();
}
