import pg from "pg";

const oldest = 16;

/** Refuses a PostgreSQL that is older than what every test ran on, before anything is made in it (rules §8). */
export async function refuseOldPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; name: string }>(
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name",
    );
    const [found] = rows;
    if (found && found.version < oldest) throw new Error(`PostgreSQL ${found.name} is older than ${oldest}`);
  } finally {
    await client.end();
  }
}
