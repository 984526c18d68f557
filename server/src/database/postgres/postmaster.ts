import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../errors/start-error.ts";
import { type Account, runAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { isAlive, isPostgresOf, isTaken } from "./process-state.ts";

export type Postmaster = { pid: number; port: number; isAdopted: boolean };

type Start = {
  cluster: Cluster;
  binaries: Binaries;
  chooseAccount: () => Account;
  settings: Record<string, string | number>;
  port: number | null;
  signal: AbortSignal | undefined;
};

const timeout = 10_000;

/** PostgreSQL ended at its start, as it does on a full disk. */
export class DoesNotStart extends StartError {}

/**
 * A server that answers on the cluster: the one that a killed application has left running, or a new one. What a killed
 * server leaves (its pid file, children that have not noticed yet) is waited out for 10 s; a recovery as long as it
 * takes.
 */
export async function startPostmaster(start: Start): Promise<Postmaster> {
  const { cluster, signal } = start;
  let port = start.port;
  for (const began = Date.now(); ; await sleep(200)) {
    signal?.throwIfAborted();
    const running = readPidFile(cluster);
    if (running !== null) {
      const adopted = await whenReady(cluster, running.pid, signal);
      if (adopted !== null) return { ...adopted, isAdopted: true };
      continue;
    }
    port ??= await freePort();
    const pid = spawnPostmaster(start, port);
    const started = await whenReady(cluster, pid, signal);
    if (started !== null) return { ...started, isAdopted: false };
    if (Date.now() - began > timeout) throw new DoesNotStart(`PostgreSQL does not start: ${lastWords(cluster)}`);
    port = start.port;
  }
}

/** Ends the server and waits until it is gone; committed work is kept, sessions are cut. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  for (const [signal, wait] of [
    ["SIGINT", 10_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (!isPostgresOf(pid, cluster.data)) return;
    process.kill(pid, signal);
    for (const began = Date.now(); Date.now() - began < wait; await sleep(10)) {
      if (!isPostgresOf(pid, cluster.data)) return;
    }
  }
}

/** A port on the loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address with a port");
  return address.port;
}

/**
 * The live server of the cluster by its pid file. A file of a dead one is PostgreSQL's to judge, unless its number is a
 * zombie's or a stranger's, which PostgreSQL would take for a live server: then the file goes.
 */
function readPidFile(cluster: Cluster): { pid: number; port: number; isReady: boolean } | null {
  const path = join(cluster.data, "postmaster.pid");
  const text = readIfThere(path);
  if (text === null) return null;
  const [first, , , port, , , , status] = text.split("\n");
  const pid = Number(first);
  if (isPostgresOf(pid, cluster.data)) return { pid, port: Number(port), isReady: status?.trim() === "ready" };
  if (isTaken(pid) && readIfThere(path) === text) rmSync(path, { force: true });
  return null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Waits until process `pid` serves the cluster; null when it ends instead, for example because another was faster. */
async function whenReady(
  cluster: Cluster,
  pid: number,
  signal: AbortSignal | undefined,
): Promise<{ pid: number; port: number } | null> {
  for (; ; await sleep(10)) {
    if (!isAlive(pid)) return null;
    if (signal?.aborted) {
      await stopPostmaster(cluster, pid);
      signal.throwIfAborted();
    }
    const found = readPidFile(cluster);
    if (found?.pid === pid && found.isReady) return { pid, port: found.port };
  }
}

/** Without pg_ctl, whose shell breaks on quotes; detached, so that a Ctrl-C in the terminal does not reach it. */
function spawnPostmaster({ cluster, binaries, chooseAccount, settings }: Start, port: number): number {
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program, args, options] = runAs(chooseAccount(), binaries.postgres, ["-D", cluster.data, ...flags]);
  if (existsSync(cluster.logFile)) renameSync(cluster.logFile, `${cluster.logFile}.old`);
  const log = openSync(cluster.logFile, "w", 0o600);
  const child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  child.on("error", () => {});
  child.unref();
  if (child.pid === undefined) throw new StartError(`PostgreSQL does not start: ${program} cannot be run.`);
  return child.pid;
}

function lastWords(cluster: Cluster): string {
  return (readIfThere(cluster.logFile) ?? "").trim().split("\n").slice(-4).join(" ");
}
