import pg from "pg";

/** How many sessions ended, and how many giveaways have a new seed. */
export type Renewed = { sessions: number; polls: number };

/**
 * Renews what an event that was set back to a backup would use a second time: the seeds of the next draws, which may
 * have been published since, and all sessions, whose devices know what nobody else does any more (decision 0165).
 */
export async function renewRestored(url: string): Promise<Renewed> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    const sessions = await client.query("update sessions set revoked_at = now() where revoked_at is null");
    // Two random UUIDs: 244 bits of the system's randomness.
    const seeds = "uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())";
    const polls = await client.query(`update polls set next_seed = ${seeds}`);
    await client.query("commit");
    return { sessions: sessions.rowCount ?? 0, polls: polls.rowCount ?? 0 };
  } finally {
    await client.end();
  }
}
