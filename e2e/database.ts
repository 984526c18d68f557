import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { RunningServer } from "./server.ts";

/** Runs statements in an event's own database, past the application and its checks: only for what a test must break. */
export async function inDatabaseOf<T>(server: RunningServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const folder = join(server.dataDir, "postgres");
  const password = (await readFile(join(folder, "password"), "utf8")).trim();
  const client = new pg.Client({ host: folder, port: 5432, user: "saha", password, database: "postgres" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
