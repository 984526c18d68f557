import pg from "pg";
import { StartError } from "../errors/start-error.ts";

/**
 * Empties a database that holds the demo world, so that the next step makes it anew; anything else is refused (rules
 * §8).
 */
export async function dropDemo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>("select to_regclass('event') is not null as exists");
    if (!rows[0]?.exists) return;
    const { rows: worlds } = await client.query<{ world: string }>("select world from event");
    const world = worlds[0]?.world ?? "demo";
    if (world !== "demo") {
      const what = world === "rush" ? "the rush world" : "a real event";
      throw new StartError(`This database holds ${what}; --fresh empties nothing but a demo.`);
    }
    await client.query("drop schema if exists pgboss cascade; drop schema public cascade; create schema public");
  } finally {
    await client.end();
  }
}
