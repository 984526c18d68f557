import type { Logger } from "pino";
import { openPasswords } from "./auth/passwords.ts";
import { openSessions } from "./auth/sessions.ts";
import { writeLetter } from "./auth/write-letter.ts";
import type { Config } from "./config.ts";
import type { Core } from "./core.ts";
import { openDatabase } from "./database.ts";
import { openLimits } from "./limits.ts";
import { openMail } from "./mail.ts";
import { openNotices } from "./notices.ts";
import { openPictures } from "./pictures/pictures.ts";
import { openRedis } from "./redis.ts";
import { deriveKeys } from "./secrets.ts";

type Options = { config: Config; log: Logger; databaseUrl: string; secret: string; clock?: () => Date };

/** Puts together what the routes stand on, for a database that has its schema. */
export async function openCore({ config, log, databaseUrl, secret, clock = () => new Date() }: Options): Promise<Core> {
  const database = openDatabase(databaseUrl);
  const keys = deriveKeys(secret);
  const notices = await openNotices(database, config.redisUrl, log);
  const sessions = openSessions(database, keys, notices);
  const redis = config.redisUrl === null ? undefined : await openRedis(config.redisUrl, log);
  const [passwords, mail] = await Promise.all([
    openPasswords(),
    openMail({
      config,
      databaseUrl,
      notices,
      log,
      write: (letter) => writeLetter(database, keys.oneTimeCode, letter),
    }),
  ]);
  return {
    config,
    database,
    keys,
    sessions,
    passwords,
    pictures: openPictures({ config, database, onError: (err) => log.error({ err }, "pictures were not removed") }),
    limits: openLimits(redis, log),
    mail,
    notices,
    clock,
    log,
    close: async () => {
      await mail.close();
      notices.close();
      redis?.disconnect();
      await database.close();
    },
  };
}
