import { api } from "@saha/contract";
import { useMemo, useState } from "react";
import { usePress } from "../../press.ts";
import { type Attempt, type Outcome, outcomeOf, type ScanKind } from "./outcome.ts";
import { readTypedTicket } from "./typed-ticket.ts";

const endpoints = { entry: api.scans.entry, feature: api.scans.feature };
/** Milliseconds; the guard has a line in front of the gate. */
const timeout = 12_000;

/** An attempt with the key that it counts under, and what came of it once it is known. */
export type Run = { attempt: Attempt; key: string; outcome: Outcome | null };

/** Sends scans one at a time; each decoded or typed code is one press. */
export function useScan(kind: ScanKind) {
  const { press, of, forget } = usePress(endpoints[kind], {
    timeout,
    isWhole: ({ ticket, user }) => Boolean(ticket && user),
  });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const pressed = attempt && of(requestOf(attempt));
  const run = useMemo<Run | null>(
    () => (attempt && pressed ? { attempt, key: pressed.key, outcome: outcomeOf(pressed) } : null),
    [attempt, pressed],
  );

  return {
    run,
    scan: (read: Attempt) => {
      setAttempt(read);
      void press(requestOf(read));
    },
    /** Asks once more for a lost answer. */
    again: () => attempt && void press(requestOf(attempt)),
    /** The same code is another attempt from now on, since another person may hold it out. */
    clear: () => {
      if (attempt) forget(requestOf(attempt));
      // Another one that was read since is none of this press.
      setAttempt((now) => (now === attempt ? null : now));
    },
  };
}

/**
 * Writes the request of a scan. No QR of ours holds a short code: one that the camera read is sent as something else,
 * or twenty made-up ones would pause this gate's typing (rules §4).
 */
export function requestOf({ qrToken: read, gate, wasTyped }: Attempt) {
  const qrToken = !wasTyped && readTypedTicket(read).kind === "short" ? `QR ${read}` : read;
  return { body: { qrToken, ...(gate ? { gate } : {}) } };
}
