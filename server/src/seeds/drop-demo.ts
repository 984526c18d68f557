import pg from "pg";
import { StartError } from "../errors/start-error.ts";

/** Empties a database that holds the demo world, so that the next step makes it anew; a real event is refused (rules §8). */
export async function dropDemo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>("select to_regclass('event') is not null as exists");
    if (!rows[0]?.exists) return;
    const { rows: worlds } = await client.query<{ world: string }>("select world from event");
    if (worlds[0] && worlds[0].world !== "demo") {
      throw new StartError("This database holds a real event; --fresh empties nothing but a demo.");
    }
    await client.query("drop schema if exists pgboss cascade; drop schema public cascade; create schema public");
  } finally {
    await client.end();
  }
}
