import type { Scan } from "@saha/contract";
import { Offline, Refusal } from "../../api.ts";
import { isUndecided } from "../../press.ts";
import { m } from "../../text/compiled/messages.js";

/** Which of the two scans a screen makes: at the gate, or for food and other features (rules §4). */
export type ScanKind = "entry" | "feature";

/** What was read and where. */
export type Attempt = { qrToken: string; gate: string | null; wasTyped: boolean };

/** What came of a scan. `lost` means that nobody knows whether it counted: the same attempt may be sent again. */
export type Outcome =
  | { kind: "admitted"; scan: Scan }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "lost"; sentence: string };

/** Says what came of the press of a scan; null while it is on its way. */
export function outcomeOf({ isPending, data: scan, error }: { isPending: boolean; data?: Scan; error?: unknown }) {
  if (isPending) return null;
  return scan ? ({ kind: "admitted", scan } as const) : failedOutcome(error);
}

/** Sorts what a scan call threw; anything but a refusal or a lost answer is a fault of ours and is thrown on. */
export function failedOutcome(cause: unknown): Outcome {
  if (cause instanceof Offline) return { kind: "lost", sentence: cause.message };
  if (!(cause instanceof Refusal)) throw cause;
  if (cause.code === null) return { kind: "lost", sentence: unreadSentence(cause) };
  return isUndecided(cause) ? { kind: "lost", sentence: cause.message } : { kind: "refused", refusal: cause };
}

/** An answer in which no ticket stands is no verdict (spec §8). */
function unreadSentence({ status }: Refusal): string {
  return status < 400 ? m.scans_invalid_answer() : m.scans_failed();
}
