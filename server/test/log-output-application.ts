import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { live } from "../src/process/lifetime.ts";
import { logOutput } from "../src/process/log-output.ts";

/*
 * An application that logs lines of a size for a while, as often as its arguments say, by our output or by pino's own;
 * says on standard error when it has, and stays until it is told to end.
 */
const [kind, count, size] = process.argv.slice(2);

live(
  async (life) => {
    const staying = setInterval(() => {}, 60_000);
    life.onClose(() => clearInterval(staying));
    const pinos = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 250 });
    const log = pino({ base: null }, kind === "ours" ? logOutput(1) : pinos());
    life.onClose(() => log.info("the last line"));
    const note = "n".repeat(Number(size));
    for (let n = 0; n < Number(count); n += 1) {
      log.info({ n, note }, "line");
      if (n % 100 === 99) await sleep(1);
    }
    process.stderr.write("logged\n");
  },
  { withParent: true },
);
