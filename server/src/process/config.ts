import { resolve } from "node:path";
import { newPassword, username } from "@saha/contract";
import * as z from "zod/mini";
import { StartError } from "../errors/start-error.ts";
import {
  accepted,
  address,
  boolean,
  database,
  listOf,
  mailbox,
  matching,
  origin,
  port,
  range,
  setting,
  timeZone,
  webAddress,
  wholeNumber,
} from "./setting.ts";

/** What a start opens: an event, or one of two worlds whose passwords are public (rules §8). */
export type World = "empty" | "demo" | "rush";

/** Every setting of rules §8, checked; `null` means unset where that has a meaning of its own. */
export type Config = {
  world: World;
  port: number;
  host: string;
  dataDir: string;
  /** `null`: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** `null`: the role in `databaseUrl` owns the tables too. */
  databaseOwnerUrl: string | null;
  redisUrl: string | null;
  /** Origin without a slash at its end. */
  publicUrl: string;
  /** Put before the paths of files; without a slash at its end. */
  assetBaseUrl: string | null;
  corsOrigins: string[];
  /** Addresses and CIDR ranges of proxies whose forwarded headers are believed. */
  trustProxy: string[];
  /** Addresses and CIDR ranges of venues, behind which thousands share one address (rules §3). */
  venueNetworks: string[];
  /** `null`: mails are written under `dataDir`/outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** `null`: files are kept under `dataDir`. */
  s3: S3 | null;
  /** `null`: the one that `keepSecretKey` keeps in `dataDir`. */
  secretKey: string | null;
  eventTimeZone: string;
  /** `HH:MM` after midnight until which yesterday's tickets are taken. */
  eventDayEnds: string;
  adminUsername: string;
  /** `null`: one is made and printed once. */
  adminPassword: string | null;
  scanEnforceDay: boolean;
  scanFoodNeedsEntry: boolean;
  /** How long a called player has to come, in seconds. */
  callSeconds: number;
  logLevel: LogLevel;
};

export type S3 = {
  /** `null`: Amazon's own. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
};

/**
 * Reads every setting from `env`; a StartError with one sentence for each wrong one, which names it but never shows its
 * value.
 */
export function readConfig(env: Record<string, string | undefined>, { world }: { world: World }): Config {
  const result = settings(world).safeParse(env);
  const unknown = Object.keys(env).filter((name) => name.startsWith("S3_") && !(name in s3Settings));
  const sentences = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join()} ${issue.message}.`),
    ...unknown.map((name) => `${name} is not a setting; those of S3 are ${Object.keys(s3Settings).join(", ")}.`),
  ];
  if (!result.success || sentences.length > 0) throw new StartError(sentences.join("\n"));
  const read = result.data;
  return {
    world,
    port: read.PORT,
    host: read.HOST,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    redisUrl: read.REDIS_URL,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    assetBaseUrl: read.ASSET_BASE_URL,
    corsOrigins: read.CORS_ORIGINS,
    trustProxy: read.TRUST_PROXY,
    venueNetworks: read.VENUE_NETWORKS,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    s3: s3From(read),
    secretKey: read.SECRET_KEY,
    eventTimeZone: read.EVENT_TIME_ZONE,
    eventDayEnds: read.EVENT_DAY_ENDS,
    adminUsername: read.ADMIN_USERNAME,
    adminPassword: read.ADMIN_PASSWORD,
    scanEnforceDay: read.SCAN_ENFORCE_DAY,
    scanFoodNeedsEntry: read.SCAN_FOOD_NEEDS_ENTRY,
    callSeconds: read.CALL_SECONDS,
    logLevel: read.LOG_LEVEL,
  };
}

/**
 * Whether browsers at `publicUrl` give pages the camera: https, or this very machine (rules §8: otherwise the start
 * warns).
 */
export function allowsCamera(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const s3Settings = {
  S3_ENDPOINT: setting(null, "must be an http or https address, such as https://s3.example.com", webAddress),
  S3_REGION: setting("us-east-1", "must be a region, such as eu-central-1", matching(/^[\w-]+$/)),
  S3_BUCKET: setting(null, "must be the name of a bucket", matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
  S3_ACCESS_KEY_ID: setting(null, "must be an access key without spaces", matching(/^\S+$/)),
  S3_SECRET_ACCESS_KEY: setting(null, "must be a secret without spaces", matching(/^\S+$/)),
  S3_FORCE_PATH_STYLE: setting(false, "must be true or false", boolean),
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

function settings(world: World) {
  const isEvent = world === "empty";
  return z
    .object({
      PORT: setting(3000, "must be a whole number from 0 to 65535", port),
      HOST: setting(isEvent ? "0.0.0.0" : "127.0.0.1", "must be an address or a host name", matching(/^[\w.:%-]+$/)),
      DATA_DIR: setting(isEvent ? "./data" : `./data/${world}`, "must be a path", matching(/^[^\0]+$/)),
      DATABASE_URL: setting(null, "must be an address such as postgres://user:password@host:5432/name", database),
      DATABASE_OWNER_URL: setting(null, "must be an address of the same database as DATABASE_URL", database),
      REDIS_URL: setting(null, "must be an address such as redis://host:6379", address("redis:", "rediss:")),
      PUBLIC_URL: setting(
        null,
        "must be an http or https address without a path, such as https://saha.example",
        origin,
      ),
      ASSET_BASE_URL: setting(null, "must be an http or https address, such as https://files.example.com", webAddress),
      CORS_ORIGINS: setting(
        [],
        "must be origins parted by commas, such as https://a.example,https://b.example",
        listOf(origin),
      ),
      TRUST_PROXY: setting([], "must be addresses or CIDR ranges parted by commas, such as 10.0.0.0/8", listOf(range)),
      VENUE_NETWORKS: setting(
        [],
        "must be addresses or CIDR ranges parted by commas, such as 203.0.113.0/24",
        listOf(range),
      ),
      SMTP_URL: setting(null, "must be an address such as smtps://user:password@host:465", address("smtp:", "smtps:")),
      MAIL_FROM: setting(
        "Saha <no-reply@localhost>",
        "must be an email address, such as Saha <no-reply@saha.example>",
        mailbox,
      ),
      SECRET_KEY: setting(null, "must have at least 32 characters", matching(/^.{32,}$/s)),
      EVENT_TIME_ZONE: setting(
        "Etc/GMT-3",
        "must be a time zone by its name, such as Africa/Cairo or Etc/GMT-3 (three hours ahead of UTC)",
        timeZone,
      ),
      EVENT_DAY_ENDS: setting(
        "05:00",
        "must be a time from 00:00 to 12:00, such as 05:00",
        matching(/^(0\d|1[01]):[0-5]\d$|^12:00$/),
      ),
      ADMIN_USERNAME: setting("admin", "must be a username of 3 to 40 letters, digits and . _ -", accepted(username)),
      ADMIN_PASSWORD: setting(null, "must have 8 to 128 characters", accepted(newPassword)),
      SCAN_ENFORCE_DAY: setting(true, "must be true or false", boolean),
      SCAN_FOOD_NEEDS_ENTRY: setting(true, "must be true or false", boolean),
      CALL_SECONDS: setting(180, "must be a whole number of seconds from 10 to 3600", wholeNumber(10, 3600)),
      LOG_LEVEL: setting<LogLevel, LogLevel>("info", `must be one of ${logLevels.join(", ")}`, (text) =>
        logLevels.find((level) => level === text),
      ),
      ...s3Settings,
    })
    .check(
      z.check((context) => {
        if (context.value.DATABASE_OWNER_URL !== null && context.value.DATABASE_URL === null) {
          const message = "is the owner's way into the database of DATABASE_URL, which must be set too";
          context.issues.push({ code: "custom", path: ["DATABASE_OWNER_URL"], message, input: context.value });
        }
        const needed = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
        const { value } = context;
        const isWanted = value.S3_ENDPOINT !== null || needed.some((name) => value[name] !== null);
        for (const name of needed) {
          if (!isWanted || value[name] !== null) continue;
          const message = "must be set too when files are to be kept in S3";
          context.issues.push({ code: "custom", path: [name], message, input: value });
        }
      }),
    );
}

type Read = z.infer<ReturnType<typeof settings>>;

function s3From(read: Read): S3 | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_FORCE_PATH_STYLE: forcePathStyle } = read;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle };
}
