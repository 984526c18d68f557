import { buildApp } from "./app.ts";
import { forgetOldCodes } from "./auth/one-time-code.ts";
import { forgetOldSessions } from "./auth/sessions.ts";
import { allowsCamera, type Config } from "./config.ts";
import type { Core } from "./core.ts";
import { giveBackMemory } from "./give-back-memory.ts";
import { forgetOldKeys } from "./idempotency.ts";
import type { Lifetime } from "./lifetime.ts";
import type { openLog } from "./logging.ts";
import { migrate } from "./migrate.ts";
import { openCore } from "./open-core.ts";
import { keepSecretKey } from "./secret-key.ts";
import { StartError } from "./start-error.ts";
import { demoAccounts } from "./worlds/demo.ts";
import { forgetDemo } from "./worlds/forget-demo.ts";
import { demoPassword, settle } from "./worlds/worlds.ts";

type Served = {
  config: Config;
  log: ReturnType<typeof openLog>;
  databaseUrl: string;
  life: Lifetime;
  isFresh: boolean;
};

/** Schema, world and the one port, on a database that answers (rules §8). */
export async function serveEvent({ config, log, databaseUrl, life, isFresh }: Served): Promise<void> {
  const secret = keepSecretKey(config);
  if (config.isDemo && isFresh) await forgetDemo(databaseUrl);
  await migrate(databaseUrl).catch((error: Error) => {
    throw config.databaseUrl ? new StartError(`DATABASE_URL can't be used: ${error.message}.`) : error;
  });
  const core = await openCore({ config, log, databaseUrl, secret });
  life.onClose(core.close);
  const { madePassword } = await settle(core, config.isDemo ? "demo" : "empty");
  const app = await buildApp(core);
  life.onClose(() => app.close());
  lookAfter(core, life);
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE"
      ? new StartError(`PORT ${config.port} is taken by another program; set PORT to a free one.`)
      : error;
  });
  life.onClose(giveBackMemory());
  greet(config, madePassword);
}

/** What has to be forgotten from time to time. */
function lookAfter(core: Core, life: Lifetime): void {
  const everyHour = (work: () => Promise<unknown>) => {
    const timer = setInterval(() => {
      work().catch((error: unknown) => core.log.error({ err: error }, "hourly work failed"));
    }, 3_600_000);
    life.onClose(() => clearInterval(timer));
  };
  for (const forget of [forgetOldKeys, forgetOldCodes, forgetOldSessions]) everyHour(() => forget(core.database));
  everyHour(() => core.pictures.sweep());
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
