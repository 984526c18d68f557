import type { Logger } from "pino";
import { type Letter, writeLetter } from "./auth/codes/write-letter.ts";
import { openPasswords } from "./auth/passwords/passwords.ts";
import { openSessions } from "./auth/sessions/sessions.ts";
import { constraints } from "./constraints.ts";
import type { Core } from "./core.ts";
import { openDatabase } from "./database/database.ts";
import { hashingAtOnce, openAccountTurns, readingsAtOnce } from "./http/account-turns.ts";
import { auditedCalls } from "./http/audited-call.ts";
import { drawnPictures, picturesOfNetwork } from "./http/forms/picture-fields.ts";
import { writeInvitation } from "./invitations/write-invitation.ts";
import { openLimits } from "./limits/limits.ts";
import { openAccountQuotas, openQuota, openStaffQuotas, type QuotaOptions } from "./limits/quota.ts";
import { openMail } from "./mail/mail.ts";
import { openPictures } from "./pictures/pictures.ts";
import type { Config } from "./process/config.ts";
import { unwatchedDisk, watchDisk } from "./process/disk-space.ts";
import { deriveKeys } from "./process/secrets.ts";
import { openWarnings } from "./process/warnings.ts";
import { openKnownLines } from "./queue/view/known-lines.ts";
import { openNotices } from "./realtime/notices.ts";
import { openRedis } from "./realtime/redis.ts";

type Options = { config: Config; log: Logger; databaseUrl: string; secret: string; clock?: () => Date };

/** Puts together what the routes stand on, for a database that has its schema. */
export async function openCore({ config, log, databaseUrl, secret, clock = () => new Date() }: Options): Promise<Core> {
  const database = openDatabase(databaseUrl, { constraints });
  const keys = deriveKeys(secret);
  const { eventName } = keys;
  const notices = await openNotices(
    database,
    config.redisUrl === null ? null : { url: config.redisUrl, eventName },
    log,
  );
  const sessions = openSessions(database, keys, notices);
  const redis =
    config.redisUrl === null ? undefined : await openRedis(config.redisUrl, log, { keyPrefix: `${eventName}:` });
  // Elsewhere the database has a disk of its own.
  const disk = config.databaseUrl === null ? watchDisk(config.dataDir) : unwatchedDisk;
  const warnings = openWarnings(log);
  const limits = openLimits({ redis, log, config, keys });
  const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };
  const write = (letter: Letter) => writeLetter({ database, codeKey: keys.oneTimeCode, limits }, letter);
  const openCounted = (options: QuotaOptions) => openQuota(redis, options);
  const staffQuotas = openStaffQuotas(openCounted);
  const accountQuotas = openAccountQuotas(openCounted, [limits.codes]);
  const [passwords, mail] = await Promise.all([
    openPasswords(),
    openMail({
      config,
      databaseUrl,
      notices,
      log,
      warnings,
      writers: {
        code: write,
        "email-change": write,
        "password-set": write,
        invitation: (letter) => writeInvitation({ database, publicUrl: config.publicUrl, clock, days }, letter),
      },
    }),
  ]);
  return {
    config,
    database,
    keys,
    sessions,
    passwords,
    pictures: openPictures({
      config,
      database,
      onError: (err) => log.error({ err }, "a picture could not be kept, read or removed"),
    }),
    limits,
    accountTurns: openAccountTurns(),
    hashingTurns: openAccountTurns(hashingAtOnce),
    readingTurns: openAccountTurns(readingsAtOnce),
    openQuota: openCounted,
    accountQuotas,
    staffQuotas,
    drawnPictures: accountQuotas.open(drawnPictures),
    picturesOfNetwork: openCounted(picturesOfNetwork),
    auditedCalls: staffQuotas.open(auditedCalls),
    mail,
    warnings,
    notices,
    knownLines: openKnownLines(database, notices),
    disk,
    clock,
    log,
    close: async () => {
      disk.close();
      await mail.close();
      notices.close();
      redis?.disconnect();
      await database.close();
    },
  };
}
