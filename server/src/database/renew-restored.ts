import pg from "pg";

/**
 * Renews what an event that was set back to a backup would use a second time: the seeds of the next draws, which may
 * have been published since, and all sessions, whose devices know what nobody else does any more (decision 0165).
 */
export async function renewRestored(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("update sessions set revoked_at = now() where revoked_at is null");
    // Two random UUIDs: 244 bits of the system's randomness.
    await client.query("update polls set next_seed = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())");
    await client.query("commit");
  } finally {
    await client.end();
  }
}
