import { tellIfRenewed } from "../ui/on-demand.tsx";
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
    worker.onerror = (event) => {
      const cause = new Error(event.message);
      // A page of an older build has no worker any more.
      tellIfRenewed(cause);
      reject(cause);
    };
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
