import { setTimeout as sleep } from "node:timers/promises";
import { openLog } from "../src/process/logging.ts";

/* Logs 60 MB into standard output, says on standard error how much memory is kept, and ends when it is told to. */
const log = openLog({ logLevel: "info" });
const kept = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const before = kept();
const note = "n".repeat(1_000);
for (let batch = 0; batch < 60; batch += 1) {
  for (let line = 0; line < 1_000; line += 1) log.info({ note }, "flood");
  await sleep(1);
}
process.stderr.write(`${Math.round((kept() - before) / 1e6)}\n`);
process.on("SIGTERM", () => {
  log.info("the last line");
  process.exit(0);
});
setInterval(() => {}, 60_000);
