import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Problem } from "../errors/problem.ts";
import { openFairQueue, type Turn } from "../limits/fair-queue.ts";
import { claimedPixels, isDrawing } from "./picture-format.ts";
import type { KeptSize } from "./render.ts";
import type { Outcome, Work } from "./render-process.ts";

export type Renderer = {
  /**
   * Makes a clean picture of an uploaded file. Throws the problems of `renderPicture`; `file.broken` for a picture that
   * takes too long or too much memory, `server.busy` when the process does not come up, and those of the fair queue.
   * Staff go first, the others by turns; what takes long, and those whose pictures took long before, have a line and a
   * process of their own.
   */
  render(from: string, to: string, turn?: Turn, size?: KeptSize): Promise<void>;
  close(): void;
};

export type RendererLimits = {
  /** Longest start of the process, in milliseconds; it counts against no picture. */
  startTimeout: number;
  /** Most processor time for one picture, in milliseconds; by the clock `patience` times as long at most. */
  timeout: number;
  /** The same for a drawing, which a few bytes can make slow; a person's takes well under a second. */
  drawingTimeout: number;
  /** Up to so many pixels a picture is quick; the web sends no larger ones. */
  quickPixels: number;
  /**
   * An account whose pictures took so many milliseconds of processor time together is a slow one, until it has sent
   * none for `slowFor` milliseconds; a picture that takes so long by itself goes on among the slow ones.
   */
  slowAfter: number;
  slowFor: number;
  /** After so many idle milliseconds the process is let go. */
  idle: number;
  maxWaiting: number;
};
const usual: RendererLimits = {
  startTimeout: 15_000,
  timeout: 15_000,
  drawingTimeout: 3_000,
  quickPixels: 4_000_000,
  slowAfter: 500,
  slowFor: 600_000,
  idle: 30_000,
  maxWaiting: 30,
};

/**
 * The lowest priority gets little of a busy machine: by the clock alone an honest picture would pass for a broken one.
 */
const patience = 5;

const ours: Turn = { ip: "" };

const usualProgram = fileURLToPath(new URL("render-process.ts", import.meta.url));
/**
 * Node itself holds 650 MB of address space; 50 megapixels take 270 MB more at worst. The core dump of a bomb is no
 * use.
 */
const limitedStart = 'ulimit -c 0; ulimit -d 1050000; exec "$0" --max-old-space-size=96 "$@"';
const retryAfter = 5;

/** Most milliseconds for a picture, asked for once its turn has come, so that whoever came first is first in line. */
type TimeoutOf = () => number | Promise<number>;

/** A render process; `isUp` tells false when it ended over its start or did not come up in time. */
type Process = { child: ChildProcess; isUp: Promise<boolean> };

/**
 * Two lines of pictures, each with a process: what is quick waits for nothing that is slow, or ten accounts that sent
 * what takes 0.7 s over and over held everybody else's pictures up for 10 s (rules §6, security: rows 13 and 22; 0179).
 */
export function openRenderer(limits: Partial<RendererLimits> = {}, program = usualProgram): Renderer {
  const all = { ...usual, ...limits };
  const { timeout, drawingTimeout, quickPixels, slowAfter, slowFor } = all;
  const [quick, slow] = [openLine(all, program), openLine(all, program)];
  /** What the pictures of an account took together, in milliseconds, and until when that is kept. */
  const taken = new Map<number, { spent: number; until: number }>();
  /** Who has a picture among the quick ones: what it will take is not known yet, so the next one goes to the slow. */
  const waiting = new Set<Turn["account"]>();

  function isSlow({ account }: Turn): boolean {
    if (account === undefined) return false;
    const { spent = 0, until = 0 } = taken.get(account) ?? {};
    return waiting.has(account) || (spent >= slowAfter && until > performance.now());
  }

  function remember({ account }: Turn, spent: number): void {
    if (account === undefined) return;
    const now = performance.now();
    for (const [other, { until }] of taken) if (until <= now) taken.delete(other);
    taken.set(account, { spent: (taken.get(account)?.spent ?? 0) + spent, until: now + slowFor });
  }

  async function draw(work: Work, turn: Turn): Promise<Outcome | undefined> {
    const note = (spent: number) => remember(turn, spent);
    if (!isSlow(turn) && claimedPixels(work.from) <= quickPixels) {
      waiting.add(turn.account);
      const outcome = await quick.draw(work, turn, () => slowAfter, note).finally(() => waiting.delete(turn.account));
      if (outcome) return outcome;
      await rm(work.to, { force: true });
    }
    const timeoutOf = async () => ((await isDrawing(work.from)) ? drawingTimeout : timeout);
    return slow.draw(work, turn, timeoutOf, note);
  }

  return {
    async render(from, to, turn = ours, size = "large") {
      const outcome = await draw({ from, to, size }, turn);
      if (outcome === undefined) {
        await rm(to, { force: true });
        throw new Problem("file.broken");
      }
      if (outcome.failed !== undefined) throw Object.assign(new Error(outcome.failed), { code: outcome.failed });
      if (outcome.problem !== null) throw new Problem(outcome.problem);
    },
    close() {
      quick.close();
      slow.close();
    },
  };
}

/**
 * A bounded, fair line and its process, started on need, which decodes at the lowest priority. Its start counts against
 * no picture, and after a bomb the next one starts at once: an honest drawing on a busy machine must not pass for a
 * broken one.
 */
function openLine({ startTimeout, idle, maxWaiting }: RendererLimits, program: string) {
  let current: Process | undefined;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;
  const queue = openFairQueue({ concurrency: 1, maxWaiting, isFewestFirst: true });

  function letGo(): void {
    clearTimeout(idleTimer);
    current?.child.kill("SIGKILL");
    current = undefined;
  }

  function launch(): Process {
    const launched = start(program, startTimeout);
    const forget = () => {
      if (current === launched) current = undefined;
    };
    launched.child.once("exit", forget);
    void launched.isUp.then((isUp) => isUp || forget());
    current = launched;
    return launched;
  }

  async function run(work: Work, timeoutOf: TimeoutOf, note: (spent: number) => void): Promise<Outcome | undefined> {
    const timeout = await timeoutOf();
    clearTimeout(idleTimer);
    const { child, isUp } = current ?? launch();
    if (!(await isUp)) throw new Problem("server.busy", { retryAfter });
    const spentBefore = processorTimeOf(child);
    const outcome = await ask(child, work, timeout);
    const spent = outcome ? processorTimeOf(child) - spentBefore : Number.NaN;
    // Where no processor time can be read, as of a process that ended over it, it was too much.
    note(Number.isNaN(spent) ? Number.POSITIVE_INFINITY : spent);
    if (!outcome) {
      letGo();
      if (!isClosed) launch();
    }
    idleTimer = setTimeout(letGo, idle);
    idleTimer.unref();
    return outcome;
  }

  return {
    /** The outcome; undefined for what took longer than it may, or too much memory. `note` hears what it took. */
    draw: (work: Work, turn: Turn, timeoutOf: TimeoutOf, note: (spent: number) => void) =>
      queue(turn, () => run(work, timeoutOf, note)),
    close() {
      isClosed = true;
      letGo();
    },
  };
}

/** Starts a process; one that is not up in time is ended. */
function start(program: string, startTimeout: number): Process {
  // None of our settings: a decoder that is taken over knows no secret.
  const env = { MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "2" };
  const child = spawn("/bin/sh", ["-c", limitedStart, process.execPath, program], {
    env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const isUp = new Promise<boolean>((resolve) => {
    const finish = (answer: boolean) => {
      clearTimeout(timer);
      child.off("message", onReady).off("exit", onEnd);
      child.unref();
      child.channel?.unref();
      resolve(answer);
    };
    const onReady = () => finish(true);
    const onEnd = () => {
      child.kill("SIGKILL");
      finish(false);
    };
    const timer = setTimeout(onEnd, startTimeout);
    // Errors are listened to for good: one that nobody hears would end the server.
    child.once("message", onReady).once("exit", onEnd).on("error", onEnd);
  });
  return { child, isUp };
}

/** The outcome; undefined when the process ended over it or took too long. */
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
    const began = performance.now();
    const spentBefore = processorTimeOf(child);
    const onTime = () => {
      const left = timeout - (processorTimeOf(child) - spentBefore);
      const leftByClock = patience * timeout - (performance.now() - began);
      // Where no processor time can be read the clock counts.
      if (left > 0 && leftByClock > 0) timer = setTimeout(onTime, Math.min(Math.max(left, 10), leftByClock));
      else onEnd();
    };
    let timer = setTimeout(onTime, timeout);
    child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
    child.channel?.ref();
    child.send(work, (error) => error && onEnd());
  });
}

/** The processor time of a process on Linux, in milliseconds; NaN elsewhere. Its ticks are hundredths of a second. */
function processorTimeOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}
