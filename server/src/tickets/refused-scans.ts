import type { ProblemCode } from "@saha/contract";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../errors/problem.ts";
import { MemoryCounter } from "../limits/memory-counter.ts";
import { maxUnknownTyped } from "./scan-ticket.ts";

type Scanner = { id: number; sessionId: number; isTyped: boolean };
type Bounds = { ofDevice: number; ofAccount: number };

/**
 * How many scans are refused in ten minutes, each a row for good: one a second is more than a gate can refuse; of an
 * account that gates share, twenty such gates.
 */
const usual: Bounds = { ofDevice: 600, ofAccount: 12_000 };
const duration = 600;

/**
 * Opens the bounds of refused scans (0136, 0159). A device beyond its own scans nothing. Beyond that of its account,
 * which signing in anew doesn't escape, tickets are let in as ever, and a scan that is refused throws
 * `request.too_many`, so that its transaction leaves no row: whoever stole an account stops no gate with it. Unknown
 * codes that are typed are counted here then, for the pause of typing counts rows.
 */
export function boundRefusals({ ofDevice, ofAccount }: Bounds = usual) {
  const devices = new MemoryCounter({ points: ofDevice, duration });
  const accounts = new MemoryCounter({ points: ofAccount, duration });
  const typed = new MemoryCounter({ points: maxUnknownTyped, duration });

  return async function run<T>(
    { id, sessionId, isTyped }: Scanner,
    scan: () => Promise<T | Problem>,
  ): Promise<T | Problem> {
    throwBeyond(await devices.get(sessionId), ofDevice);
    if (isTyped) throwBeyond(await typed.get(sessionId), maxUnknownTyped, "scan.too_many_unknown");
    const outcome = await scan();
    if (outcome instanceof Problem) {
      await devices.penalty(sessionId);
      const ofAll = await accounts.penalty(id);
      if (isTyped && outcome.code === "ticket.unknown" && ofAll.consumedPoints > ofAccount) {
        await typed.penalty(sessionId);
      }
      throwBeyond(ofAll, ofAccount + 1);
    }
    return outcome;
  };
}

function throwBeyond(counted: RateLimiterRes | null, points: number, code: ProblemCode = "request.too_many"): void {
  if (!counted || counted.consumedPoints < points) return;
  throw new Problem(code, { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) });
}
