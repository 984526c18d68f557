import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../errors/start-error.ts";

export type Lifetime = {
  /** Aborted when the process is told to end; hand it to whatever takes long at the start. */
  signal: AbortSignal;
  /** Has `closer` run at the end; the last one given runs first. Each has 5 s, after which the next one runs. */
  onClose(closer: () => unknown): void;
  /** Ends the process as a signal would, with exit code 1 and this reason. */
  fail(error: unknown): void;
};

const timeout = 5_000;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `start` and keeps the process until a signal comes; then runs the closers and exits with 0. The handlers stay
 * and ignore repeats, because npm and the terminal both pass a Ctrl-C on. A start that fails, an error that nobody
 * caught and `fail` close what is open and exit with 1; a StartError is printed as its sentence alone. `withParent`: a
 * parent that goes away is a signal too, for a killed npm passes none on and would leave a server that nobody sees.
 */
export function live(start: (life: Lifetime) => Promise<void>, { withParent = false } = {}): void {
  const closers: (() => unknown)[] = [];
  const ending = new AbortController();
  let exitCode: number | null = null;

  const end = async (code: number) => {
    exitCode ??= code;
    if (ending.signal.aborted) return;
    ending.abort(new Error("told to end"));
    await Promise.race([started, sleep(timeout)]);
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      await Promise.race([close(closer), sleep(timeout)]);
    }
    process.exit(exitCode);
  };
  const fail = (error: unknown) => {
    if (exitCode === 0) return;
    say(error instanceof StartError ? error.message : error);
    end(1);
  };

  for (const signal of signals) process.on(signal, () => end(0));
  if (withParent) whenOrphaned(() => end(0));
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  // A terminal that has gone away is no reason to fail.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});

  const life: Lifetime = { signal: ending.signal, onClose: (closer) => closers.push(closer), fail };
  const started = Promise.resolve()
    .then(() => start(life))
    .catch(fail);
}

function whenOrphaned(then: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && then(), 200).unref();
}

async function close(closer: () => unknown): Promise<void> {
  try {
    await closer();
  } catch (error) {
    say(error);
  }
}

function say(what: unknown): void {
  process.stderr.write(`${what instanceof Error ? (what.stack ?? what.message) : what}\n`);
}
