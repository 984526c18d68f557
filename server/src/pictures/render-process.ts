/*
 * The process in which pictures of strangers are decoded, apart from the server: it can be ended at any time, and what
 * it takes of memory is bounded. It renders one picture after the other until its parent is gone.
 */
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { Problem } from "../errors/problem.ts";
import { type KeptSize, renderPicture } from "./render.ts";

export type Work = { from: string; to: string; size: KeptSize };
/** `null`: done. `failed` is no fault of the picture, such as a full disk. */
export type Outcome = { problem: Problem["code"] | null; failed?: string };

process.on("disconnect", () => process.exit(0));
process.on("message", async ({ from, to, size }: Work) => {
  process.send?.(await outcomeOf(renderPicture(from, to, size)));
});

takeLowPriority();
process.send?.("ready");

/** Decodes behind all other programs, having loaded as fast as any. Linux keeps a priority for each thread. */
function takeLowPriority(): void {
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // That thread has ended.
    }
  }
}

async function outcomeOf(work: Promise<void>): Promise<Outcome> {
  try {
    await work;
    return { problem: null };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.code };
    return { problem: "server.failed", failed: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
