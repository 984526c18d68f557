import pg from "pg";

const oldest = 16;
const usualPatience = 10_000;

/**
 * Refuses a PostgreSQL that takes a connection and says nothing for `patience` ms, that is older than what every test
 * ran on, that counts bytes where a rule counts letters, that writes times in a form of its own, that folds letters of
 * mail addresses otherwise than mail does, or whose transactions refuse one another where ours wait for a lock, before
 * anything is made in it (rules §8).
 */
export async function refuseUnfitPostgres(url: string, patience = usualPatience): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience, query_timeout: patience });
  await client.connect().catch((error: Error) => {
    throw error.message === "timeout expired" ? new Error(`it has not answered for ${patience / 1000} s`) : error;
  });
  try {
    const { rows } = await client.query<{
      version: number;
      name: string;
      encoding: string;
      dates: string;
      isolation: string;
      folded: string;
    }>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding, current_setting('DateStyle') as dates,
        current_setting('default_transaction_isolation') as isolation, lower('I') as folded`,
    );
    const [found] = rows;
    if (!found) return;
    if (found.version < oldest) throw new Error(`PostgreSQL ${found.name} is older than ${oldest}`);
    if (found.encoding !== "UTF8") throw new Error(`its encoding is ${found.encoding} and has to be UTF8`);
    if (!found.dates.startsWith("ISO")) throw new Error(`its DateStyle is ${found.dates} and has to be ISO`);
    if (found.folded !== "i") throw new Error("its collation has no small letter i for I, as a Turkish one has not");
    const { isolation } = found;
    if (isolation !== "read committed") {
      throw new Error(`its default_transaction_isolation is ${isolation} and has to be read committed`);
    }
  } finally {
    await client.end();
  }
}
