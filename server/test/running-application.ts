import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const script = join(import.meta.dirname, "postgres-application.ts");

export type Application = {
  process: ChildProcess;
  pid: number;
  /** Resolves with its database's URL; rejects with what it said when it ended instead. */
  url: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

type Surroundings = { uid?: number; gid?: number; env?: NodeJS.ProcessEnv };

/** Starts an application on `dataDir`; "" has it open a temporary cluster. */
export function startApplication(dataDir: string, surroundings: Surroundings = {}): Application {
  const child = spawn(process.execPath, [script, dataDir], {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    ...surroundings,
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
    ended.then(() => reject(new Error(errors.trim())));
  });
  url.catch(() => {});
  return { process: child, pid: child.pid ?? 0, url, ended };
}

/** The number of the cluster's server by its own note. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Asks again and again until it is so; the error says what never was. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, timeout = 15_000): Promise<void> {
  for (const began = Date.now(); !(await isSo()); await sleep(20)) {
    if (Date.now() - began > timeout) throw new Error(`never ${what}`);
  }
}
