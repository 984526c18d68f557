import pg from "pg";

/** What the application may do with its tables; with some of them less. */
const usual = ["SELECT", "INSERT", "UPDATE", "DELETE"];
const special: Record<string, string[]> = {
  // A row for each call; what changed is written by a trigger with its owner's rights (migration 0040).
  audit_log: ["SELECT", "INSERT"],
  audit_changes: ["SELECT"],
  // The proof of a draw stays as it was made; only that it was announced is noted (rules §6).
  poll_draws: ["SELECT", "INSERT", "UPDATE (announced_at)"],
  migrations: ["SELECT"],
  // Read and written before the application signs in.
  secret_mark: [],
};

/**
 * Grants `role` what the application needs of our tables and of the mail queue's, and takes away all else: no table is
 * its own, so that it can neither empty one, nor change what triggers and constraints guard. Writes only where
 * something differs, for the disk may be full; under a lock, so that the starts of a fleet don't collide.
 */
export async function grantTables(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(710001)");
    const name = pg.escapeIdentifier(role);
    const { rows: closed } = await client.query<{ name: string }>(
      `select quote_ident(nspname) as name from pg_namespace
       where nspname in ('public', 'pgboss') and not has_schema_privilege($1, oid, 'USAGE')`,
      [role],
    );
    const { rows: tables } = await client.query<{ name: string; table: string; schema: string; has: string[] }>(
      `select relname as table, nspname as schema, format('%I.%I', nspname, relname) as name,
         array(select one from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) as one
           where has_table_privilege($1, pg_class.oid, one))
         || array(select format('UPDATE (%I)', attname) from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and has_column_privilege($1, attrelid, attnum, 'UPDATE')
             and not has_table_privilege($1, attrelid, 'UPDATE') order by attnum) as has
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname in ('public', 'pgboss') and relkind in ('r', 'p')`,
      [role],
    );
    const statements = closed.map((schema) => `grant usage on schema ${schema.name} to ${name}`);
    for (const { name: table, table: plain, schema, has } of tables) {
      const wanted = (schema === "public" ? special[plain] : undefined) ?? usual;
      if (String(has) === String(wanted)) continue;
      statements.push(`revoke all on ${table} from ${name}`);
      if (wanted.length > 0) statements.push(`grant ${wanted.join(", ")} on ${table} to ${name}`);
    }
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
