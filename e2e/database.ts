import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { RunningServer } from "./server.ts";

/** Runs statements in an event's own database, past the application and its checks: only for what a test must break. */
export async function inDatabaseOf<T>(server: RunningServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const folder = join(server.dataDir, "postgres");
  const password = (await readFile(join(folder, "password"), "utf8")).trim();
  const [, , , port] = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n");
  const client = new pg.Client({ host: "127.0.0.1", port: Number(port), user: "saha", password, database: "postgres" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
