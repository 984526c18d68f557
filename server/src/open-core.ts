import type { Logger } from "pino";
import { openPasswords } from "./auth/passwords.ts";
import { openSessions } from "./auth/sessions.ts";
import type { Config } from "./config.ts";
import type { Core } from "./core.ts";
import { openDatabase } from "./database.ts";
import { openPictures } from "./pictures/pictures.ts";
import { deriveKeys } from "./secrets.ts";

type Options = { config: Config; log: Logger; databaseUrl: string; secret: string; clock?: () => Date };

/** Puts together what the routes stand on, for a database that has its schema. */
export async function openCore({ config, log, databaseUrl, secret, clock = () => new Date() }: Options): Promise<Core> {
  const database = openDatabase(databaseUrl);
  const keys = deriveKeys(secret);
  const sessions = openSessions(database, keys);
  database.onNotice((notice) => {
    if (notice.kind === "session.ended") sessions.forget(notice.sessionIds);
  });
  const pictures = openPictures({ config, database, onError: (err) => log.error({ err }, "pictures were not removed") });
  return { config, database, keys, sessions, pictures, passwords: await openPasswords(), clock, log };
}
