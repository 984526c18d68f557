import { setTimeout as sleep } from "node:timers/promises";
import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { ClientBase } from "pg";
import { buildApp } from "./app.ts";
import { forgetOldCodes } from "./auth/codes/one-time-code.ts";
import { refuseWeakPassword } from "./auth/passwords/weak-passwords.ts";
import { forgetOldSessions } from "./auth/sessions/sessions.ts";
import { fillSkeletons } from "./auth/usernames/fill-skeletons.ts";
import type { Core } from "./core.ts";
import { refuseOtherSecret } from "./database/refuse-other-secret.ts";
import { type Renewed, renewRestored } from "./database/renew-restored.ts";
import { Problem } from "./errors/problem.ts";
import { StartError } from "./errors/start-error.ts";
import { forgetOldKeys } from "./http/idempotency.ts";
import { openPort } from "./http/port.ts";
import { migrateAll } from "./migrate-all.ts";
import { openCore } from "./open-core.ts";
import type { Arguments } from "./process/arguments.ts";
import { allowsCamera, type Config } from "./process/config.ts";
import { giveBackMemory } from "./process/give-back-memory.ts";
import type { Lifetime } from "./process/lifetime.ts";
import type { openLog } from "./process/logging.ts";
import { keepSecretKey } from "./process/secret-key.ts";
import { deriveKeys } from "./process/secrets.ts";
import { closeLines } from "./queue/close-lines.ts";
import { dropDemo } from "./seeds/drop-demo.ts";
import { type MadePassword, publicWorlds, resetAdmin, seedDatabase } from "./seeds/seed-database.ts";
import { renewShortCodes } from "./tickets/renew-short-codes.ts";

type Served = Omit<Arguments, "world"> & {
  config: Config;
  log: ReturnType<typeof openLog>;
  /** The way into the database, and its owner's, who migrates; the same where the operator gave but one. */
  database: { url: string; ownerUrl: string };
  life: Lifetime;
};

/** Milliseconds that a start waits for an ended evening's lines: a usual one's, not those of thousands of accounts. */
const longestClosing = 3_000;

/**
 * Of a day that ended since, a start closes nothing: a machine that has just come up may be hours ahead for some
 * seconds, where its clock was kept in local time.
 */
const hoursTrusted = 6;

/** Schema, world and the one port, on a database that answers (rules §8). */
export async function startServer(served: Served): Promise<void> {
  const { config, log, database, life, isFresh, resetsAdmin, takesNewSecret, isRestored } = served;
  await refuseWeakAdminPassword(config);
  const secret = keepSecretKey(config);
  if (config.world === "demo" && isFresh) await dropDemo(database.ownerUrl);
  await migrateAll(database).catch((error: Error) => {
    throw config.databaseUrl ? new StartError(`DATABASE_URL can't be used: ${error.message}.`) : error;
  });
  const renew = (client: ClientBase) => renewShortCodes(client, deriveKeys(secret));
  await refuseOtherSecret(database.ownerUrl, secret, { takesNew: takesNewSecret, renew });
  const renewed = isRestored ? await renewRestored(database.ownerUrl) : undefined;
  const core = await openCore({ config, log, databaseUrl: database.url, secret });
  life.onClose(core.close);
  await warnOfPower(core, { isOwners: database.url === database.ownerUrl });
  warnOfLocalLinks(core);
  let isSeeded = false;
  const app = await buildApp(core, { isReady: () => isSeeded });
  const port = openPort(app);
  life.onClose(port.close);
  // First the port: a start that can't listen makes no administrator whose password nobody would ever read.
  await port.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE"
      ? new StartError(`PORT ${config.port} is taken by another program; set PORT to a free one.`)
      : new StartError(`HOST ${config.host} and PORT ${config.port} can't be listened on: ${error.message}.`);
  });
  const seeded = await seedDatabase(core, config.world);
  const made = resetsAdmin ? await resetAdmin(core) : seeded;
  await fillSkeletons(core.database);
  const closeOld = lineCloser(core);
  // Before anybody is shown, or called from, the lines of an evening that ended while nothing ran; thousands meanwhile.
  const closing = closeOld(hoursTrusted).catch((error: unknown) => log.error({ err: error }, "lines were not closed"));
  await Promise.race([closing, sleep(longestClosing, undefined, { ref: false })]);
  isSeeded = true;
  lookAfter(core, life, () => closeOld(0));
  life.onClose(giveBackMemory());
  greet(config, made, renewed);
}

/** Closes ended evenings' lines, once at a time. */
function lineCloser({ database, config }: Core): (hoursAgo: number) => Promise<unknown> {
  const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };
  let closing: Promise<unknown> | undefined;
  return (hoursAgo) => {
    closing ??= closeLines(database, days, { hoursAgo }).finally(() => {
      closing = undefined;
    });
    return closing;
  };
}

/** A password that is guessed in no time must not guard a real event (rules §3). */
async function refuseWeakAdminPassword({ world, adminPassword, adminUsername: username }: Config): Promise<void> {
  if (world !== "empty" || adminPassword === null) return;
  await refuseWeakPassword(adminPassword, { username, roleId: Role.Admin }, "password").catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw new StartError("ADMIN_PASSWORD is too easy to guess; make it longer, or add words that nobody expects.");
  });
}

/** The application needs its tables alone; whoever gives it a superuser takes the audit's wall down (rules §2). */
async function warnOfPower({ database, warnings }: Core, { isOwners }: { isOwners: boolean }): Promise<void> {
  // Tables of a time when one role did both stay that role's, whoever is named as the owner since.
  const { rows } = await sql<{ isPowerful: boolean }>`
    select rolsuper or rolcreaterole or rolbypassrls
      or (not ${isOwners}::bool and pg_has_role(
        current_user, (select relowner from pg_class where oid = 'audit_log'::regclass), 'member')) as is_powerful
    from pg_roles where rolname = current_user`.execute(database.query);
  if (rows[0]?.isPowerful) warnings.raise("database.powerful");
}

/** A mail server is set up for a real event; links of its mails that lead to this machine are of use to nobody. */
function warnOfLocalLinks({ config, warnings }: Core): void {
  if (config.smtpUrl !== null && new URL(config.publicUrl).hostname === "localhost") warnings.raise("mail.local_links");
}

/** What has to be done from time to time; the next time waits for the last. */
function lookAfter(core: Core, life: Lifetime, closeOld: () => Promise<unknown>): void {
  const every = (ms: number, work: () => Promise<unknown>) => {
    let runs = false;
    const timer = setInterval(async () => {
      if (runs) return;
      runs = true;
      await work().catch((error: unknown) => core.log.error({ err: error }, "recurring work failed"));
      runs = false;
    }, ms);
    life.onClose(() => clearInterval(timer));
  };
  const everyHour = (work: () => Promise<unknown>) => every(3_600_000, work);
  for (const forget of [forgetOldKeys, forgetOldCodes, forgetOldSessions]) everyHour(() => forget(core.database));
  everyHour(() => core.pictures.sweep());
  every(60_000, closeOld);
}

/** What whoever started it needs to go on: the address, and how to sign in. */
function greet(config: Config, made: MadePassword | undefined, renewed: Renewed | undefined): void {
  const lines = ["", `  Saha is open at http://localhost:${config.port}`];
  if (config.world !== "empty") {
    const { password, accounts } = publicWorlds[config.world];
    lines.push("", `  Password of every account: ${password}`, "");
    for (const { username, name } of accounts) lines.push(`    ${username.padEnd(12)} ${name}`);
  }
  if (made) lines.push("", `  Administrator: ${made.username}`, `  Password, shown only now: ${made.password}`);
  if (made?.forgottenEmail !== undefined) {
    lines.push(`  ${made.forgottenEmail} was removed from this account. If it is yours, add it again in your profile.`);
  }
  if (renewed) {
    const { sessions, polls } = renewed;
    lines.push("", `  Restored: sessions ended: ${sessions}; giveaways with new seeds: ${polls}.`);
  }
  if (!allowsCamera(config.publicUrl)) {
    lines.push("", `  PUBLIC_URL ${config.publicUrl} is neither https nor localhost: phone cameras will not work.`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
