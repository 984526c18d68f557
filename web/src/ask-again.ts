import { Refusal } from "./caller.ts";

const maxRepeats = 3;

/**
 * Asks until the server no longer says "not now", three times more at most: after the seconds that it names, else after
 * one, two and four, each up to twice as long, so that a hall's phones do not come at one moment. What is lost is not
 * asked again here.
 */
export async function askAgain<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await ask();
    } catch (cause) {
      if (!isPassing(cause) || repeats === maxRepeats) throw cause;
      const seconds = Math.min(30, Math.max(1, cause.retryAfter ?? 2 ** repeats));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random())));
      signal.throwIfAborted();
    }
  }
}

/** Whether our server would answer otherwise later: it or its database is busy, or this is one call too many. */
function isPassing(cause: unknown): cause is Refusal {
  return cause instanceof Refusal && cause.code !== null && (cause.status === 503 || cause.status === 429);
}
