import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Problem } from "../problem.ts";
import type { Outcome, Work } from "./render-process.ts";

export type Renderer = {
  /**
   * Makes a clean picture of an uploaded file. Throws the problems of `renderPicture`; `file.broken` for a picture that
   * takes too long or too much memory, and `server.busy` when too many wait.
   */
  render(from: string, to: string): Promise<void>;
  close(): void;
};

export type RendererLimits = {
  /** Longest work on one picture, in milliseconds. */
  patience: number;
  /** After so many idle milliseconds the process is let go. */
  idle: number;
  mostWaiting: number;
};
const usual: RendererLimits = { patience: 15_000, idle: 30_000, mostWaiting: 30 };

const program = fileURLToPath(new URL("render-process.ts", import.meta.url));
/** Node itself holds 650 MB of address space; 50 megapixels take 270 MB more at worst. The core dump of a bomb is no use. */
const limitedStart = 'ulimit -c 0; ulimit -d 1050000; exec "$0" --max-old-space-size=96 "$@"';

/** One process for all pictures, started on need, which decodes behind a bounded queue at the lowest priority (rules §6, security: row 13). */
export function openRenderer(limits: Partial<RendererLimits> = {}): Renderer {
  const { patience, idle, mostWaiting } = { ...usual, ...limits };
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function letGo(): void {
    clearTimeout(idleTimer);
    child?.kill("SIGKILL");
    child = undefined;
  }

  async function run(work: Work): Promise<void> {
    clearTimeout(idleTimer);
    child ??= start();
    const outcome = await ask(child, work, patience);
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
    async render(from, to) {
      if (waiting >= mostWaiting) throw new Problem("server.busy", { retryAfter: 5 });
      waiting++;
      const mine = last.then(() => run({ from, to }));
      last = mine.catch(() => {}).finally(() => waiting--);
      return mine;
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
function ask(child: ChildProcess, work: Work, patience: number): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome | undefined) => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
      child.channel?.unref();
      resolve(outcome);
    };
    const onMessage = (outcome: unknown) => settle(outcome as Outcome);
    const onEnd = () => settle(undefined);
    const timer = setTimeout(onEnd, patience);
    child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
    child.channel?.ref();
    child.send(work, (error) => error && onEnd());
  });
}
