import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Optimization } from "@saha/server/test/plain-twins.ts";
import { openRush, type Rush } from "@saha/server/test/rush.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The server under test: the real one, with its own synced PostgreSQL, in a folder that goes with it. */
export type Subject = {
  port: number;
  pid: number;
  databaseUrl: string;
  rush: Rush;
  /** Processor time that the application has used, all its threads. */
  cpuMs(): number;
  /** The processes of its PostgreSQL. */
  databasePids(): number[];
  /** Processor time of its PostgreSQL, with what processes that have ended used. */
  databaseCpuMs(): number;
  close(): Promise<void>;
};

const secret = "the secret of the bench, at least thirty-two letters long";
/** `server/src/database/database.ts` opens as many. */
export const poolSize = 20;

type Start = { command?: [string, ...string[]]; folder?: string; profileTo?: string | undefined; plain?: Optimization };

/**
 * Starts the server as `npm start` does, on an empty world, and waits until it is ready; its log goes to a file.
 * `plain` replaces an optimization of the database by its plain twin.
 */
export async function openSubject({ folder, profileTo, plain }: Start = {}): Promise<Subject> {
  const home = folder ?? makeFolder();
  const profiling = profileTo ? ["--cpu-prof", `--cpu-prof-dir=${profileTo}`] : [];
  const twins = plain ? ["--import", "./server/test/plain-twins.ts"] : [];
  const command: [string, ...string[]] = [process.execPath, ...profiling, ...twins, "server/src/main.ts"];
  const { child, port, ready } = await startServer(command, home, plain && { PLAIN_TWINS: plain });
  await ready;
  const databaseUrl = urlOf(home);
  const rush = await openRush(databaseUrl, secret);
  return {
    port,
    pid: child.pid ?? 0,
    databaseUrl,
    rush,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    databasePids: () => treeOf(postmasterOf(home)),
    databaseCpuMs: () => treeOf(postmasterOf(home)).reduce((sum, pid) => sum + cpuMsOf(pid, { andEnded: true }), 0),
    async close() {
      await rush.close();
      await stop(child);
      if (folder === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "saha-bench-"));
}

/** A server that has just been spawned; `ready` resolves with the milliseconds that it took to answer as ready. */
export async function startServer(
  [program, ...args]: [string, ...string[]],
  home: string,
  more: NodeJS.ProcessEnv = {},
) {
  const port = await freePort();
  const log = openSync(join(home, "log"), "a");
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: join(home, "data"),
    SECRET_KEY: secret,
    ...more,
  };
  const began = performance.now();
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", log, log], detached: true });
  const endIt = () => endGroup(child, "SIGTERM");
  process.once("exit", endIt);
  child.once("exit", () => process.removeListener("exit", endIt));
  return { child, port, ready: untilReady(child, port, began, home) };
}

/** Ends a server as Ctrl-C does, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  endGroup(child, "SIGTERM");
  await gone;
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

async function untilReady(child: ChildProcess, port: number, began: number, home: string): Promise<number> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`the server did not start:\n${readFileSync(join(home, "log"), "utf8")}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return performance.now() - began;
    if (performance.now() - began > 60_000) throw new Error("the server was not ready in a minute");
    await sleep(10);
  }
}

function urlOf(home: string): string {
  const folder = join(home, "data", "postgres");
  const password = readFileSync(join(folder, "password"), "utf8").trim();
  return `postgres://saha:${password}@${encodeURIComponent(folder)}:5432/postgres`;
}

function postmasterOf(home: string): number {
  return Number(readFileSync(join(home, "data", "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

function treeOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  return [pid, ...parents.filter((process) => process.parent === pid).map((process) => process.pid)];
}

/** The fields of /proc/<pid>/stat behind the program's name: state, parent and so on. */
function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Linux counts in ticks of 10 ms; user and system time stand first, then the same of children that have ended. */
function cpuMsOf(pid: number, { andEnded = false } = {}): number {
  const ticks = statOf(pid).slice(11, andEnded ? 15 : 13);
  return ticks.reduce((sum, each) => sum + Number(each), 0) * 10;
}

function parentOf(pid: string): number {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return 0;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
