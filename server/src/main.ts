import { buildApp } from "./app.ts";
import { forgetOldCodes } from "./auth/one-time-code.ts";
import { forgetOldSessions } from "./auth/sessions.ts";
import { allowsCamera, type Config, readConfig } from "./config.ts";
import { makeDataDir } from "./data-dir.ts";
import { giveBackMemory } from "./give-back-memory.ts";
import { forgetOldKeys } from "./idempotency.ts";
import { type Lifetime, live } from "./lifetime.ts";
import { openLog } from "./logging.ts";
import { migrate } from "./migrate.ts";
import { openCore } from "./open-core.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { keepSecretKey } from "./secret-key.ts";
import { StartError } from "./start-error.ts";
import { demoAccounts } from "./worlds/demo.ts";
import { forgetDemo } from "./worlds/forget-demo.ts";
import { demoPassword, settle } from "./worlds/worlds.ts";

live(start, { withParent: process.env.npm_lifecycle_event !== undefined });

/** The application: settings, database, schema, world, then the one port that serves web, API and realtime (rules §8). */
async function start(life: Lifetime): Promise<void> {
  const isDemo = process.argv.includes("--demo");
  const config = readConfig(process.env, { demo: isDemo });
  const log = openLog(config);
  makeDataDir(config.dataDir);
  const databaseUrl = config.databaseUrl ?? (await embedded(config, log, life));
  const secret = keepSecretKey(config);
  if (isDemo && process.argv.includes("--fresh")) await forgetDemo(databaseUrl);
  await migrate(databaseUrl).catch((error: Error) => {
    throw config.databaseUrl ? new StartError(`DATABASE_URL can't be used: ${error.message}.`) : error;
  });
  const core = await openCore({ config, log, databaseUrl, secret });
  life.onClose(core.close);
  const { madePassword } = await settle(core, isDemo ? "demo" : "empty");
  const app = await buildApp(core);
  life.onClose(() => app.close());
  for (const forget of [forgetOldKeys, forgetOldCodes, forgetOldSessions]) {
    everyHour(life, () => forget(core.database), log);
  }
  everyHour(life, () => core.pictures.sweep(), log);
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE"
      ? new StartError(`PORT ${config.port} is taken by another program; set PORT to a free one.`)
      : error;
  });
  life.onClose(giveBackMemory());
  greet(config, madePassword);
}

async function embedded(config: Config, log: ReturnType<typeof openLog>, life: Lifetime): Promise<string> {
  const postgres = await openPostgres({ dataDir: config.dataDir, log, signal: life.signal, onLost: life.fail });
  life.onClose(() => postgres.stop());
  return postgres.url;
}

function everyHour(life: Lifetime, work: () => Promise<unknown>, log: ReturnType<typeof openLog>): void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.error({ err: error }, "hourly work failed"));
  }, 3_600_000);
  life.onClose(() => clearInterval(timer));
}

/** What whoever started it needs to go on: the address, and how to sign in. */
function greet(config: Config, madePassword: string | undefined): void {
  const lines = ["", `  Saha is open at http://localhost:${config.port}`];
  if (config.isDemo) {
    lines.push("", `  Password of every account: ${demoPassword}`, "");
    for (const { username, name } of demoAccounts) lines.push(`    ${username.padEnd(12)} ${name}`);
  }
  if (madePassword !== undefined) {
    lines.push("", `  Administrator: ${config.adminUsername}`, `  Password, shown only now: ${madePassword}`);
  }
  if (!allowsCamera(config.publicUrl)) {
    lines.push("", `  PUBLIC_URL ${config.publicUrl} is neither https nor localhost: phone cameras will not work.`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
