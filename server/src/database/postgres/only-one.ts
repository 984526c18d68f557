import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "../../errors/start-error.ts";

const lockNumber = 0x5a4a;
const timeout = 1_000;

export type Claim = {
  /** Settles when the claim is gone: the server has died or cut the connection. Never settles after `release`. */
  lost: Promise<void>;
  release(): Promise<void>;
};

/**
 * Claims the cluster for this application, for two of them would lose each other's realtime news and jobs. Tried for a
 * second, because the server needs a moment to notice that an application has been killed; then a StartError.
 */
export async function claimCluster(url: string, dataDir: string): Promise<Claim> {
  const client = new Client({ connectionString: url, application_name: `saha ${process.pid}`, keepAlive: true });
  const lost = new Promise<void>((resolve) => client.once("end", resolve));
  client.on("error", () => {});
  try {
    await client.connect();
    for (const began = Date.now(); !(await tryLock(client)); await sleep(50)) {
      if (Date.now() - began > timeout) throw new StartError(await refusal(client, dataDir));
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { lost, release: () => client.end().catch(() => {}) };
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [lockNumber]);
  return rows[0].locked;
}

async function refusal(client: Client, dataDir: string): Promise<string> {
  const { rows } = await client.query(
    `select application_name from pg_stat_activity where pid in
      (select pid from pg_locks where locktype = 'advisory' and granted and objid = $1)`,
    [lockNumber],
  );
  const other = /^saha (\d+)$/.exec(rows[0]?.application_name ?? "")?.[1];
  const who = other === undefined ? "" : ` (process ${other})`;
  return `Saha is already running on the database in ${dataDir}${who}: stop that one first, or give this one another DATA_DIR; several processes on one database need DATABASE_URL and REDIS_URL.`;
}
