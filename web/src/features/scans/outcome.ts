import { latinDigits, type Scan } from "@saha/contract";
import { Offline, Refusal } from "../../api.ts";

/** Which of the two scans a screen makes: at the gate, or for food and other features (rules §4). */
export type ScanKind = "entry" | "feature";

/** One press: what was read, where, and the key under which it counts once, however often it is sent (rules §1). */
export type Attempt = { qrToken: string; gate: string | null; key: string; wasTyped: boolean };

/** What came of a scan. `lost` means that nobody knows whether it counted: the same attempt may be sent again. */
export type Outcome =
  | { kind: "admitted"; scan: Scan }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "lost"; reason: "network" | "invalid" | "busy"; sentence: string };

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
    return mayBeSentAgain.has(cause.code)
      ? { kind: "lost", reason: "busy", sentence: cause.message }
      : { kind: "refused", refusal: cause };
  }
  if (cause instanceof Offline) {
    // The browser's fetch rejects with a TypeError; anything else was an answer, but not one of ours.
    const reason = cause.cause instanceof TypeError ? "network" : "invalid";
    return { kind: "lost", reason, sentence: cause.message };
  }
  throw cause;
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
