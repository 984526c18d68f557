import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const quietShare = 0.05;
const grownBy = 1.15;

type Collect = (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Gives memory back when a storm is over: V8 keeps the pages that it has once taken, so that a rush would cost twice
 * the memory for ever after (performance: memory). Done only when the last seconds were quiet, because it takes some
 * 100 ms. Returns what ends it.
 */
export function giveBackMemory(everyMs = 10_000): () => void {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  let before = performance.eventLoopUtilization();
  let atRest = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const taken = residentMemory();
    if (utilization > quietShare || taken < atRest * grownBy) return;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    atRest = residentMemory();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Reads how much memory the process has; none where no file can be opened to read it from. */
function residentMemory(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}
