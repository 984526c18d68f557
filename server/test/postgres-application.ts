import { openPostgres } from "../src/database/postgres/open-postgres.ts";
import { openTemporaryPostgres } from "../src/database/postgres/temporary-postgres.ts";
import { live } from "../src/process/lifetime.ts";

/*
 * The least application: opens the database of the folder that it is given, or a temporary one, prints its owner's URL,
 * and stays. The tests of the database kill it in every way, which they could not do to themselves.
 */
const [dataDir] = process.argv.slice(2);
const silent = () => {};

live(async (life) => {
  const postgres = dataDir
    ? await openPostgres({
        dataDir,
        log: { info: silent, warn: silent, error: silent },
        signal: life.signal,
        onLost: life.fail,
      })
    : await openTemporaryPostgres();
  life.onClose(() => postgres.stop());
  const staying = setInterval(() => {}, 60_000);
  life.onClose(() => clearInterval(staying));
  process.stdout.write(`${postgres.ownerUrl}\n`);
});
