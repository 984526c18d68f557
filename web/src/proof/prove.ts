import type { Challenge } from "./challenge.ts";

/**
 * Solves a challenge in a worker, so that the screen goes on meanwhile; throws when it can't be solved or is given up.
 */
export function prove(challenge: Challenge, signal?: AbortSignal): Promise<string> {
  const worker = new Worker(new URL("./solve-worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string | undefined>) => {
      if (data === undefined) reject(new Error("The challenge has no solution"));
      else resolve(data);
    };
    // In the words for code that did not come, by which a form tells that Saha was renewed.
    worker.onerror = (event) => reject(new Error(`Worker module script failed: ${event.message}`));
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
