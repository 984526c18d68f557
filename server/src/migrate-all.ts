import { grantTables } from "./database/grant-tables.ts";
import { migrate } from "./database/migrate.ts";
import { refuseUnfitPostgres } from "./database/refuse-unfit-postgres.ts";
import { migrateMail } from "./mail/mail.ts";

/**
 * Migrates all tables of a database as their owner: ours, and those of the mail queue, which looks after its own.
 * Whoever signs in by `url`, when that is another, gets what the application needs of them.
 */
export async function migrateAll({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<void> {
  for (const each of new Set([ownerUrl, url])) await refuseUnfitPostgres(each);
  await Promise.all([migrate(ownerUrl), migrateMail(ownerUrl)]);
  const role = decodeURIComponent(new URL(url).username);
  if (role && role !== decodeURIComponent(new URL(ownerUrl).username)) await grantTables(ownerUrl, role);
}
