import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Event } from "./event.ts";

/** Runs statements in an event's own database, past the application and its checks: only for what a test must break. */
export async function inDatabaseOf<T>(event: Event, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const folder = join(event.dataDir, "postgres");
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
