import type { Decoder, Found } from "./decoder.ts";

/** Least time between two looks when the code's outline is drawn over the picture (spec §9). */
export const outlinedIntervalMs = 40;

/**
 * Looks at a playing video again and again until a code is seen or the signal says stop (then null).
 * Two looks begin at least `intervalMs` apart and never overlap, so that a slow phone is not drowned.
 */
export async function watchForCode(
  decoder: Decoder,
  video: HTMLVideoElement,
  { intervalMs, signal }: { intervalMs: number; signal: AbortSignal },
): Promise<Found | null> {
  while (!signal.aborted) {
    const begun = performance.now();
    const found = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await decoder.read(video) : null;
    if (signal.aborted) return null;
    if (found?.text) return found;
    await rest(Math.max(0, intervalMs - (performance.now() - begun)), signal);
  }
  return null;
}

/** Waits, but not longer than the signal allows. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
