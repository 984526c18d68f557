import type { Decoder, Found } from "./decoder.ts";

/** Least time between two looks when the code's outline is drawn over the picture (spec §9). */
export const outlinedIntervalMs = 40;

/** The code that was read last is not read again while it stays in the picture, for at most so long. */
const sameCodeMs = 5000;
/** A code unseen for so long has left the picture; a single look may miss one that is still there. */
const goneMs = 600;

/**
 * Looks at a playing video again and again until a code is seen or the signal says stop (then null). Two looks begin at
 * least `intervalMs` apart and never overlap, so that a slow phone is not drowned. `last` is ignored until it leaves
 * the picture or for five seconds: the guest who was just let in still holds the phone up.
 */
export async function watchForCode(
  decoder: Decoder,
  video: HTMLVideoElement,
  { intervalMs, signal, last }: { intervalMs: number; signal: AbortSignal; last?: string | undefined },
): Promise<Found | null> {
  const began = performance.now();
  let ignored = last;
  let seenAt = began;
  while (!signal.aborted) {
    const begun = performance.now();
    const found = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await decoder.read(video) : null;
    if (signal.aborted) return null;
    const now = performance.now();
    if (found?.text === ignored) seenAt = now;
    if (now - began > sameCodeMs || now - seenAt > goneMs) ignored = undefined;
    if (found?.text && found.text !== ignored) return found;
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
