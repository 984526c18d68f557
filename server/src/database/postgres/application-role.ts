import { Client, escapeIdentifier, escapeLiteral } from "pg";

/**
 * Makes the role of `applicationUrl` unless the cluster has it, also in one that an older Saha made: it may sign in,
 * and nothing else; what of the tables it may touch, `grantTables` says. Nothing is written where it is there, for the
 * disk may be full.
 */
export async function ensureApplicationRole(ownerUrl: string, applicationUrl: string): Promise<void> {
  const { username, password } = new URL(applicationUrl);
  const client = new Client({ connectionString: ownerUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [username]);
    if (rowCount) return;
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
    await client
      .query(`create role ${escapeIdentifier(username)} ${rights} password ${escapeLiteral(password)}`)
      .catch((error: { code?: string }) => {
        // Of two first starts at once the other was quicker.
        if (error.code !== "42710" && error.code !== "23505") throw error;
      });
  } finally {
    await client.end();
  }
}
