import { spawn } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseAccount } from "./account.ts";
import { ensureApplicationRole } from "./application-role.ts";
import { findBinaries } from "./binaries.ts";
import { clusterUrls, ensureCluster } from "./cluster.ts";
import type { Postgres } from "./open-postgres.ts";
import { startPostmaster, stopPostmaster } from "./postmaster.ts";

const settings = {
  max_connections: 300,
  shared_buffers: "128MB",
  io_method: "sync",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
  autovacuum: "off",
  timezone: "UTC",
  log_min_messages: "log",
  log_checkpoints: "off",
};

const roomNeeded = 1024 ** 3;

/**
 * A PostgreSQL for tests and measurements: in memory where there is room, without syncs, gone without a trace when
 * stopped, and also when this process ends in any way, kill -9 included.
 */
export async function openTemporaryPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(temporaryRoot(), "saha-postgres-"));
  chmodSync(folder, 0o711);
  const watchdog = startWatchdog(folder);
  try {
    const binaries = findBinaries();
    const cluster = await ensureCluster(join(folder, "postgres"), binaries, { flags: ["--no-sync"] });
    const account = () => chooseAccount(cluster.folder, binaries);
    const options = { cluster, binaries, chooseAccount: account, settings, signal: undefined };
    const server = await startPostmaster(options);
    const stop = async () => {
      await stopPostmaster(cluster, server.pid);
      watchdog.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    };
    const { owner: ownerUrl, application: url } = clusterUrls(cluster);
    await ensureApplicationRole(ownerUrl, url);
    return { url, ownerUrl, stop };
  } catch (error) {
    watchdog.stdin.end();
    throw error;
  }
}

/** Memory where there is room for a cluster, else the disk. */
export function temporaryRoot(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize >= roomNeeded) return "/dev/shm";
  } catch {
    // No such memory here: the disk serves.
  }
  return tmpdir();
}

/**
 * A shell that outlives us: our end of its input closes when we do, whatever ends us; then it ends the server and
 * sweeps.
 */
function startWatchdog(folder: string) {
  const script = `
    cat > /dev/null
    cd /
    for signal in QUIT QUIT KILL KILL KILL; do
      test -d "$1" || exit
      pid=$(head -n 1 "$1/postgres/data/postmaster.pid" 2> /dev/null) && kill -$signal "$pid" 2> /dev/null
      sleep 0.3
      rm -rf "$1"
    done`;
  const watchdog = spawn("sh", ["-c", script, "sh", folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return watchdog;
}
