import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Problem } from "../errors/problem.ts";
import { openFairQueue, type Turn } from "../limits/fair-queue.ts";
import { isDrawing } from "./picture-format.ts";
import type { Outcome, Work } from "./render-process.ts";

export type Renderer = {
  /**
   * Makes a clean picture of an uploaded file. Throws the problems of `renderPicture`; `file.broken` for a picture that
   * takes too long or too much memory, and those of the fair queue. Staff go first, the others by turns.
   */
  render(from: string, to: string, turn?: Turn): Promise<void>;
  close(): void;
};

export type RendererLimits = {
  /** Longest work on one picture, in milliseconds. */
  timeout: number;
  /** The same for a drawing, which a few bytes can make slow; a person's takes well under a second. */
  drawingTimeout: number;
  /** After so many idle milliseconds the process is let go. */
  idle: number;
  maxWaiting: number;
};
const usual: RendererLimits = { timeout: 15_000, drawingTimeout: 3_000, idle: 30_000, maxWaiting: 30 };

const ours: Turn = { ip: "" };

const program = fileURLToPath(new URL("render-process.ts", import.meta.url));
/** Node itself holds 650 MB of address space; 50 megapixels take 270 MB more at worst. The core dump of a bomb is no use. */
const limitedStart = 'ulimit -c 0; ulimit -d 1050000; exec "$0" --max-old-space-size=96 "$@"';

/** One process for all pictures, started on need, which decodes behind a bounded queue at the lowest priority (rules §6, security: row 13). */
export function openRenderer(limits: Partial<RendererLimits> = {}): Renderer {
  const { timeout, drawingTimeout, idle, maxWaiting } = { ...usual, ...limits };
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const queue = openFairQueue({ concurrency: 1, maxWaiting });

  function letGo(): void {
    clearTimeout(idleTimer);
    child?.kill("SIGKILL");
    child = undefined;
  }

  async function run(work: Work): Promise<void> {
    clearTimeout(idleTimer);
    child ??= start();
    const outcome = await ask(child, work, (await isDrawing(work.from)) ? drawingTimeout : timeout);
    if (outcome === undefined) {
      letGo();
      await rm(work.to, { force: true });
      throw new Problem("file.broken");
    }
    idleTimer = setTimeout(letGo, idle);
    idleTimer.unref();
    if (outcome.failed !== undefined) throw Object.assign(new Error(outcome.failed), { code: outcome.failed });
    if (outcome.problem !== null) throw new Problem(outcome.problem);
  }

  return {
    async render(from, to, turn = ours) {
      return queue(turn, () => run({ from, to }));
    },
    close: letGo,
  };
}

function start(): ChildProcess {
  // None of our settings: a decoder that is taken over knows no secret.
  const env = { MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "2" };
  const child = spawn("/bin/sh", ["-c", limitedStart, process.execPath, program], {
    env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, which the next question finds out.
  }
  child.unref();
  child.channel?.unref();
  return child;
}

/** The outcome; undefined when the process ended over it or did not come back in time. */
function ask(child: ChildProcess, work: Work, timeout: number): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome | undefined) => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
      child.channel?.unref();
      resolve(outcome);
    };
    const onMessage = (outcome: unknown) => finish(outcome as Outcome);
    const onEnd = () => finish(undefined);
    const timer = setTimeout(onEnd, timeout);
    child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
    child.channel?.ref();
    child.send(work, (error) => error && onEnd());
  });
}
