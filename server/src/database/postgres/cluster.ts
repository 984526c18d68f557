import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartError } from "../../errors/start-error.ts";
import { giveToFolderOwner } from "../../process/data-dir.ts";
import { type Account, chooseAccount, isRoot, runAs } from "./account.ts";
import { type Binaries, withQuotablePath } from "./binaries.ts";
import { isAlive } from "./process-state.ts";

const version = "18";
/** What PostgreSQL calls its socket, by its port. */
export const socketName = ".s.PGSQL.5432";

/** A cluster's files: PostgreSQL's own in `data`, the password of its owner, and what the server prints. */
export type Cluster = { folder: string; data: string; passwordFile: string; logFile: string };

type Making = { flags?: string[]; signal?: AbortSignal | undefined };

export function clusterIn(folder: string): Cluster {
  return {
    folder,
    data: join(folder, "data"),
    passwordFile: join(folder, "password"),
    logFile: join(folder, "log"),
  };
}

/**
 * Makes the cluster at `folder` unless it is there. It is made beside and renamed, password and all, so that a start
 * which is killed leaves nothing half made, and of two first starts one wins and both go on with its cluster.
 */
export async function ensureCluster(folder: string, binaries: Binaries, options: Making = {}): Promise<Cluster> {
  const cluster = clusterIn(folder);
  // A folder that may not be looked into is not taken for none.
  if (statSync(cluster.data, { throwIfNoEntry: false }) === undefined) {
    removeLeftovers(folder);
    await makeCluster(folder, binaries, options);
  }
  const found = readFileSync(join(cluster.data, "PG_VERSION"), "utf8").trim();
  if (found !== version) {
    throw new StartError(
      `${cluster.data} was made by PostgreSQL ${found}, but this Saha carries PostgreSQL ${version}: move that folder away, or set DATABASE_URL to a PostgreSQL that holds your data.`,
    );
  }
  if (!existsSync(cluster.passwordFile)) {
    throw new StartError(`${cluster.passwordFile}, the password of the database beside it, is gone: put it back.`);
  }
  // A copy brought back without its modes lets every account of the machine read the password and reach the socket.
  for (const kept of [cluster.folder, cluster.data]) chmodSync(kept, 0o700);
  chmodSync(cluster.passwordFile, 0o600);
  return cluster;
}

/** The role of the application, which may do no more than its tables need (security: the database's own walls). */
export const applicationRole = "saha_application";

/**
 * The two ways into a cluster: the owner's, a superuser who makes roles and migrates, and the application's. The
 * password of the second follows from the first, so that nothing more is kept, and nobody gets from the second to the
 * first. Both are by the server's socket, unless `host` says otherwise.
 */
export function clusterUrls(cluster: Cluster, host = socketHost(cluster)): { owner: string; application: string } {
  const password = readFileSync(cluster.passwordFile, "utf8").trim();
  const derived = createHmac("sha256", password).update(applicationRole).digest("base64url");
  const url = (role: string, secret: string) => `postgres://${role}:${secret}@${host}/postgres`;
  return { owner: url("saha", password), application: url(applicationRole, derived) };
}

/** The folder of the socket as a host, by a name that fits in the 107 bytes of a socket's address (unix(7)). */
function socketHost({ folder }: Cluster): string {
  const isShort = Buffer.byteLength(join(folder, socketName)) <= 107;
  return `${encodeURIComponent(isShort ? folder : `/proc/${process.pid}/fd/${openSync(folder, "r")}`)}:5432`;
}

async function makeCluster(folder: string, binaries: Binaries, options: Making): Promise<void> {
  const staging = `${folder}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  const cluster = clusterIn(staging);
  mkdirSync(staging, { mode: 0o700 });
  try {
    giveToFolderOwner(staging);
    const account = chooseAccount(staging, binaries);
    writeFileSync(cluster.passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
    if (isRoot()) chownSync(cluster.passwordFile, account.uid, account.gid);
    await withQuotablePath(binaries, async (safe) => {
      if (safe !== binaries) chmodSync(safe.folder, 0o755);
      await initdb(safe, cluster, account, options);
    });
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    const isLost = ["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "");
    if (!isLost || !existsSync(clusterIn(folder).data)) throw error;
  }
}

/** Folders of starts that were killed while they made a cluster. */
function removeLeftovers(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const entry of readdirSync(dirname(folder))) {
    const maker = Number(entry.slice(prefix.length).split("-")[0]);
    if (entry.startsWith(prefix) && !isAlive(maker))
      rmSync(join(dirname(folder), entry), { recursive: true, force: true });
  }
}

async function initdb(binaries: Binaries, cluster: Cluster, account: Account, making: Making): Promise<void> {
  const args = ["-D", cluster.data, "--username=saha", "--auth=scram-sha-256", `--pwfile=${cluster.passwordFile}`];
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const [program, all, options] = runAs(account, binaries.initdb, [...args, ...locale, ...(making.flags ?? [])]);
  const child = spawn(program, all, { ...options, signal: making.signal, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => child.pid === undefined && reject(error)).on("close", resolve);
  });
  making.signal?.throwIfAborted();
  if (code !== 0)
    throw new StartError(`The embedded PostgreSQL could not be made in ${cluster.folder}: ${output.trim()}`);
}
