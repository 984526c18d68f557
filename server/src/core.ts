import type { Logger } from "pino";
import type { Database } from "./database/database.ts";
import type { Notices } from "./database/notices.ts";
import type { AccountTurns } from "./http/account-turns.ts";
import type { Limits } from "./limits/limits.ts";
import type { AccountQuotas, Quota, QuotaOptions, StaffQuota, StaffQuotas } from "./limits/quota.ts";
import type { Mail } from "./mail/mail.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { Config } from "./process/config.ts";
import type { DiskSpace } from "./process/disk-space.ts";
import type { Keys } from "./process/secrets.ts";
import type { Warnings } from "./process/warnings.ts";

/**
 * What the routes of every slice stand on. A slice that offers something to the others adds it by module augmentation.
 */
export interface Core {
  config: Config;
  database: Database;
  keys: Keys;
  pictures: Pictures;
  limits: Limits;
  /** Opens a count of what one key may do how often; once for each thing that is counted. */
  openQuota: (options: QuotaOptions) => Quota;
  /** The same by account. */
  accountQuotas: AccountQuotas;
  /** The same for staff. */
  staffQuotas: StaffQuotas;
  /** How many changes by one account are worked on at once. */
  accountTurns: AccountTurns;
  /** The same for calls that wait for the hash of a password first. */
  hashingTurns: AccountTurns;
  /** The same for what one account reads. */
  readingTurns: AccountTurns;
  /** How many pictures are drawn for an account in an hour, whatever becomes of the form. */
  drawnPictures: Quota;
  /** The same for the accounts of a network that cost nothing. */
  picturesOfNetwork: Quota;
  /** How many audited calls staff make in an hour. */
  auditedCalls: StaffQuota;
  mail: Mail;
  /** What is set up wrongly, for the operator. */
  warnings: Warnings;
  notices: Notices;
  disk: DiskSpace;
  clock: () => Date;
  log: Logger;
  /** Ends the mail, then Redis, then the database. */
  close(): Promise<void>;
}
