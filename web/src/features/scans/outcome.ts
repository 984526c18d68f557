import { latinDigits, type Scan } from "@saha/contract";
import { Offline, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";

/** Which of the two scans a screen makes: at the gate, or for food and other features (rules §4). */
export type ScanKind = "entry" | "feature";

/** One press: what was read, where, and the key under which it counts once, however often it is sent (rules §1). */
export type Attempt = { qrToken: string; gate: string | null; key: string; wasTyped: boolean };

/** What came of a scan. `lost` means that nobody knows whether it counted: the same attempt may be sent again. */
export type Outcome =
  | { kind: "admitted"; scan: Scan }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "lost"; sentence: string };

const mayBeSentAgain: ReadonlySet<string> = new Set([
  "idempotency.running",
  "request.timeout",
  "request.too_many",
  "server.busy",
  "server.database_down",
  "server.failed",
]);

/** Sorts what a scan call threw; anything but a refusal or a lost answer is a fault of ours and is thrown on. */
export function outcomeOf(cause: unknown): Outcome {
  if (cause instanceof Refusal) {
    if (cause.code === null) {
      return cause.status < 400 ? invalidAnswer() : { kind: "lost", sentence: m.scans_failed() };
    }
    return mayBeSentAgain.has(cause.code)
      ? { kind: "lost", sentence: cause.message }
      : { kind: "refused", refusal: cause };
  }
  if (cause instanceof Offline) return { kind: "lost", sentence: cause.message };
  throw cause;
}

/** An answer in which no ticket stands is no verdict (spec §8). */
export function invalidAnswer(): Outcome {
  return { kind: "lost", sentence: m.scans_invalid_answer() };
}

/** A typed short code as it stands under the QR, `XXXXX-XXXXX`, while it is being typed: case, spaces, dashes and digits forgiven. */
export function shapeCode(typed: string): string {
  const letters = latinDigits(typed.normalize("NFKC"))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .slice(0, 10);
  return letters.length > 5 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : letters;
}

export function isWholeCode(shaped: string): boolean {
  return shaped.length === 11;
}
