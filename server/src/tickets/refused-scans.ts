import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../errors/problem.ts";

type Scanner = { id: number; sessionId: number };
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
 * `request.too_many`, so that its transaction leaves no row: whoever stole an account stops no gate with it.
 */
export function boundRefusals({ ofDevice, ofAccount }: Bounds = usual) {
  const devices = new RateLimiterMemory({ points: ofDevice, duration });
  const accounts = new RateLimiterMemory({ points: ofAccount, duration });

  return async function run<T>({ id, sessionId }: Scanner, scan: () => Promise<T | Problem>): Promise<T | Problem> {
    throwBeyond(await devices.get(sessionId), ofDevice);
    const outcome = await scan();
    if (outcome instanceof Problem) {
      await devices.penalty(sessionId);
      throwBeyond(await accounts.penalty(id), ofAccount + 1);
    }
    return outcome;
  };
}

function throwBeyond(counted: RateLimiterRes | null, points: number): void {
  if (!counted || counted.consumedPoints < points) return;
  throw new Problem("request.too_many", { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) });
}
