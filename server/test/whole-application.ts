import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { clusterIn, clusterUrls } from "../src/database/postgres/cluster.ts";
import { temporaryRoot } from "../src/database/postgres/temporary-postgres.ts";
import { freePort } from "./free-port.ts";
import { postmasterOf, until } from "./running-application.ts";
import { openRush, type Rush } from "./rush.ts";

const main = join(import.meta.dirname, "../src/main.ts");

/** The application as `npm start` runs it, with an embedded database of its own, to be killed and started anew. */
export type WholeApplication = {
  port: number;
  address: string;
  secret: string;
  /** Starts it, unless it runs, and waits until it is ready. */
  start(): Promise<void>;
  /** The numbers of both processes. */
  pids(): { application: number; database: number };
  /** The database as its owner has it, by what the cluster's own files say. */
  rush(): Promise<Rush>;
  /** Stops both, and removes what they wrote. */
  close(): Promise<void>;
};

/** Makes place for an application named after what is tried with it; it is not started yet. */
export async function openWholeApplication(name: string): Promise<WholeApplication> {
  const folder = mkdtempSync(join(temporaryRoot(), `saha-${name}-`));
  const dataDir = join(folder, "data");
  const secret = "a secret of tests, of more than 32 letters";
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const isReady = () =>
    fetch(`${address}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    port,
    address,
    secret,
    async start() {
      const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, SECRET_KEY: secret };
      child = spawn(process.execPath, [main], { env: { ...env, LOG_LEVEL: "warn" }, stdio: "ignore" });
      await until("ready", isReady, 60_000);
    },
    pids: () => ({ application: child?.pid ?? 0, database: postmasterOf(dataDir) }),
    rush: () => openRush(clusterUrls(clusterIn(join(dataDir, "postgres"))).owner, secret),
    async close() {
      const ending = child;
      if (ending?.exitCode === null && ending.kill("SIGTERM")) {
        await new Promise((resolve) => ending.once("close", resolve));
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
