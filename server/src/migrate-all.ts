import { migrate } from "./database/migrate.ts";
import { migrateMail } from "./mail/mail.ts";

/** Migrates all tables of a database: ours, and those of the mail queue, which looks after its own. */
export async function migrateAll(url: string): Promise<void> {
  await Promise.all([migrate(url), migrateMail(url)]);
}
