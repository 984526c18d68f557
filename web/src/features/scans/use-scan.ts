import { api } from "@saha/contract";
import { useState } from "react";
import { call, randomKey } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { type Attempt, invalidAnswer, type Outcome, outcomeOf, type ScanKind } from "./outcome.ts";

/** In a hall a connection can hang without breaking; the guard is told after this long. */
const patienceMs = 12_000;

export type Run = { attempt: Attempt; outcome: Outcome | null };

/**
 * Sends scans one at a time. Each decoded or typed code is one attempt with one key; a lost answer is asked for again under
 * the same key, so that a ticket that was already let in answers "in" and not "used" (rules §1).
 */
export function useScan(kind: ScanKind) {
  const [run, setRun] = useState<Run | null>(null);

  async function send(attempt: Attempt) {
    setRun({ attempt, outcome: null });
    const outcome = await ask(kind, attempt);
    setRun((now) => (now?.attempt === attempt ? { attempt, outcome } : now));
  }

  return {
    run,
    scan: (read: Omit<Attempt, "key">) => void send({ ...read, key: randomKey() }),
    again: () => {
      if (run) void send({ ...run.attempt });
    },
    clear: () => setRun(null),
  };
}

async function ask(kind: ScanKind, { qrToken, gate, key }: Attempt): Promise<Outcome> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const body = { qrToken, ...(gate ? { gate } : {}) };
    const scan = await call(api.scans[kind], { body }, { idempotencyKey: key, signal: patience });
    return scan.ticket && scan.user ? { kind: "admitted", scan } : invalidAnswer();
  } catch (cause) {
    if (patience.aborted) return { kind: "lost", sentence: m.scans_no_answer() };
    return outcomeOf(cause);
  }
}
