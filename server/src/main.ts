import { openPostgres, type Postgres } from "./database/postgres/open-postgres.ts";
import { readArguments } from "./process/arguments.ts";
import { type Config, readConfig } from "./process/config.ts";
import { explainForeignFile, makeDataDir } from "./process/data-dir.ts";
import { type Lifetime, live } from "./process/lifetime.ts";
import { openLog } from "./process/logging.ts";

live(start, { withParent: process.env.npm_lifecycle_event !== undefined });

/**
 * The application: settings, database, schema, world, then the one port that serves web, API and realtime (rules §8).
 */
async function start(life: Lifetime): Promise<void> {
  const { world, ...wishes } = readArguments(process.argv.slice(2), process.env);
  const config = readConfig(process.env, { world });
  const log = openLog(config);
  makeDataDir(config.dataDir);
  const { databaseUrl: url } = config;
  const opening = url === null ? embedded(config, log, life) : { url, ownerUrl: config.databaseOwnerUrl ?? url };
  try {
    // The rest is read in while the database starts: each takes most of a second.
    const [database, { startServer }] = await Promise.all([opening, import("./start-server.ts")]);
    await startServer({ config, log, database, life, ...wishes });
  } catch (error) {
    throw explainForeignFile(error as Error, config.dataDir);
  }
}

async function embedded(config: Config, log: ReturnType<typeof openLog>, life: Lifetime): Promise<Postgres> {
  const postgres = await openPostgres({ dataDir: config.dataDir, log, signal: life.signal, onLost: life.fail });
  life.onClose(() => postgres.stop());
  return postgres;
}
