import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../errors/start-error.ts";
import { makeDataDir } from "../../process/data-dir.ts";
import { chooseAccount, giveTo } from "./account.ts";
import { ensureApplicationRole } from "./application-role.ts";
import { dropBallast, layBallast } from "./ballast.ts";
import { findBinaries } from "./binaries.ts";
import { clusterUrls, ensureCluster } from "./cluster.ts";
import { type Claim, claimCluster } from "./only-one.ts";
import { DoesNotStart, type Postmaster, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { runsProgram } from "./process-state.ts";

/** What the module says while it works; pino's loggers fit. */
export type Log = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

export type Postgres = {
  /**
   * The application's URL, by a socket, the same for as long as this stays open: a role that may touch nothing until
   * `grantTables` says what. It holds the password: never log it.
   */
  url: string;
  /** The URL of the owner, a superuser: for migrations alone. Never log it. */
  ownerUrl: string;
  /** Ends the server and waits until it is gone. Close pools first: open sessions are cut. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: Log;
  /**
   * Ends a start that is under way; whatever was started is stopped, and the promise rejects with the signal's reason.
   */
  signal?: AbortSignal;
  /** Called at most once, when the database died and could not be started again; the application should end. */
  onLost: (error: Error) => void;
};

type Serving = { server: Postmaster; claim: Claim };

const timeout = 10_000;

/** Small, for it shares a machine with the application (performance.md: ≤ 200 MB); the sync of each commit stays on. */
const settings = {
  max_connections: 100,
  shared_buffers: "64MB",
  wal_buffers: "1MB",
  io_method: "sync",
  autovacuum_max_workers: 2,
  autovacuum_worker_slots: 2,
  client_connection_check_interval: 500,
  password_encryption: "scram-sha-256",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  log_checkpoints: "off",
};

/**
 * The embedded PostgreSQL 18 of `DATA_DIR/postgres`: made on the first start, started, or taken over when a killed
 * application has left it running; started again on the same socket when it dies. One application per cluster: a second
 * one is refused within about a second. Every failure that the operator can mend is a StartError (rules §8).
 */
export async function openPostgres({ dataDir, log, signal, onLost }: Options): Promise<Postgres> {
  const binaries = findBinaries();
  const folder = makeDataDir(dataDir);
  const cluster = await ensureCluster(join(folder, "postgres"), binaries, { signal });
  const account = () => {
    const chosen = chooseAccount(cluster.folder, binaries);
    giveTo(chosen, cluster.folder);
    return chosen;
  };
  const options = {
    cluster,
    binaries,
    chooseAccount: account,
    settings,
    signal,
    makeRoom: () => dropBallast(cluster.folder),
  };
  const urls = clusterUrls(cluster);
  const start = async (): Promise<Serving> => {
    for (const began = Date.now(); ; await sleep(100)) {
      const server = await startPostmaster(options);
      const { oldPort } = server;
      const { owner, application } = oldPort === null ? urls : clusterUrls(cluster, `127.0.0.1:${oldPort}`);
      try {
        await ensureApplicationRole(owner, application);
        const claim = await claimCluster(application, folder);
        // Not before: a second application, which is refused, would throw the running one's away.
        if (server.isAdopted) await dropBallast(cluster.folder);
        const isOwn = !server.isAdopted || runsProgram(server.pid, binaries.postgres);
        if (oldPort === null && isOwn) return { server, claim };
        // An older Saha's, which was killed, or of another folder, whose files may go: started anew it has our socket
        // and programs.
        await claim.release();
        await stopPostmaster(cluster, server.pid);
      } catch (error) {
        if (error instanceof StartError) throw error;
        if (isPasswordWrong(error) || Date.now() - began > timeout) {
          if (!server.isAdopted) await stopPostmaster(cluster, server.pid);
          throw new StartError(`The database in ${folder} turns Saha away: ${(error as Error).message}.`);
        }
      }
    }
  };

  /** Tries until it succeeds: a disk that is full now has room again some time, and the application waits for that. */
  const startAgain = async (): Promise<Serving> => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await start();
      } catch (error) {
        if ((error instanceof StartError && !(error instanceof DoesNotStart)) || isStopping) throw error;
        if (isFirst) log.error({ err: error, log: cluster.logFile }, "the database does not start; trying on");
        await sleep(500);
      }
    }
  };
  const lay = () => layBallast(cluster.folder).catch((err) => log.warn({ err }, "no ballast for a full disk was laid"));

  let isStopping = false;
  let serving = await start();
  const { server } = serving;
  log.info({ process: server.pid }, server.isAdopted ? "database taken over" : "database started");

  void lay();

  const watch = async () => {
    await serving.claim.lost;
    if (isStopping) return;
    log.error({ log: cluster.logFile }, "the database died; starting it again");
    serving = await startAgain();
    if (isStopping) return stop();
    log.warn({ process: serving.server.pid }, "the database is back");
    void lay();
    return watch();
  };
  watch().catch((error) => !isStopping && onLost(error));

  const stop = async () => {
    isStopping = true;
    await serving.claim.release();
    await stopPostmaster(cluster, serving.server.pid);
  };
  return { url: urls.application, ownerUrl: urls.owner, stop };
}

/** Waiting helps against a server that is still starting, not against a password file that is another cluster's. */
function isPasswordWrong(error: unknown): boolean {
  return (error as { code?: string }).code === "28P01";
}
