import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../errors/start-error.ts";
import { type Account, runAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { type Cluster, socketName } from "./cluster.ts";
import { isAlive, isPostgresOf, isTaken } from "./process-state.ts";

export type Postmaster = {
  pid: number;
  /** Where a server that an older Saha left listens on the loopback; null where it has its socket. */
  oldPort: number | null;
  isAdopted: boolean;
};

type Start = {
  cluster: Cluster;
  binaries: Binaries;
  chooseAccount: () => Account;
  settings: Record<string, string | number>;
  signal: AbortSignal | undefined;
  /** Frees what was kept for a full disk, before a new server writes. */
  makeRoom?: () => Promise<void>;
};

const timeout = 10_000;

/**
 * On no port, which whoever is quick takes when the server dies, but on a socket in the cluster's folder, which nobody
 * else may enter (0175). Named from PostgreSQL's own folder it needs no quotes and is never too long.
 */
const place = { listen_addresses: "", unix_socket_directories: "..", port: 5432 };

/** PostgreSQL ended at its start, as it does on a full disk. */
export class DoesNotStart extends StartError {}

/**
 * A server that answers on the cluster: the one that a killed application has left running, or a new one. What a killed
 * server leaves (its pid file, children that have not noticed yet) is waited out for 10 s; a recovery as long as it
 * takes.
 */
export async function startPostmaster(start: Start): Promise<Postmaster> {
  const { cluster, signal } = start;
  for (const began = Date.now(); ; await sleep(200)) {
    signal?.throwIfAborted();
    const running = readPidFile(cluster);
    if (running !== null) {
      const adopted = await whenReady(cluster, running.pid, signal);
      if (adopted !== null) return { ...adopted, isAdopted: true };
      continue;
    }
    await start.makeRoom?.();
    const pid = spawnPostmaster(start);
    const started = await whenReady(cluster, pid, signal);
    if (started !== null) return { ...started, isAdopted: false };
    if (Date.now() - began > timeout) throw new DoesNotStart(`PostgreSQL does not start: ${lastWords(cluster)}`);
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

/**
 * The live server of the cluster by its pid file. A file of a dead one is PostgreSQL's to judge, unless its number is a
 * zombie's or a stranger's, which PostgreSQL would take for a live server: then the file goes.
 */
function readPidFile(cluster: Cluster): { pid: number; oldPort: number | null; isReady: boolean } | null {
  const path = join(cluster.data, "postmaster.pid");
  const text = readIfThere(path);
  if (text === null) return null;
  const [first, , , port, socket, , , status] = text.split("\n");
  const pid = Number(first);
  const oldPort = socket ? null : Number(port);
  if (isPostgresOf(pid, cluster.data)) return { pid, oldPort, isReady: status?.trim() === "ready" };
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
): Promise<Omit<Postmaster, "isAdopted"> | null> {
  for (; ; await sleep(10)) {
    if (!isAlive(pid)) return null;
    if (signal?.aborted) {
      await stopPostmaster(cluster, pid);
      signal.throwIfAborted();
    }
    const found = readPidFile(cluster);
    if (found?.pid === pid && found.isReady) return { pid, oldPort: found.oldPort };
  }
}

/** Without pg_ctl, whose shell breaks on quotes; detached, so that a Ctrl-C in the terminal does not reach it. */
function spawnPostmaster({ cluster, binaries, chooseAccount, settings }: Start): number {
  const flags = Object.entries({ ...place, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program, args, options] = runAs(chooseAccount(), binaries.postgres, ["-D", cluster.data, ...flags]);
  // A killed server's; a stranger may bear its number now. Two servers are kept apart by the pid file.
  rmSync(join(cluster.folder, `${socketName}.lock`), { force: true });
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
