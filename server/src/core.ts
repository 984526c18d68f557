import type { Language } from "@saha/contract";
import type { Logger } from "pino";
import type { Passwords } from "./auth/passwords.ts";
import type { Sessions } from "./auth/sessions.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import type { Limits } from "./limits.ts";
import type { Mail } from "./mail.ts";
import type { Notices } from "./notices.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { Keys } from "./secrets.ts";

/** What the routes of every slice stand on. */
export type Core = {
  config: Config;
  database: Database;
  keys: Keys;
  passwords: Passwords;
  sessions: Sessions;
  pictures: Pictures;
  limits: Limits;
  mail: Mail;
  notices: Notices;
  clock: () => Date;
  log: Logger;
  /** Ends the mail, then Redis, then the database. */
  close(): Promise<void>;
};

/** Who is asking from where; nothing in it is trusted for access. */
export type Client = {
  ip: string;
  userAgent: string | null;
  language: Language;
  /** A random key kept by the browser, so that a stranger can't lock out a known device (rules §3). */
  device: string | null;
};
