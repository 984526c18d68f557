import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../src/errors/start-error.ts";
import { live } from "../src/process/lifetime.ts";

/* An application with two things to close, for the tests of the lifetime; its argument says what befalls it. */
const [fate] = process.argv.slice(2);
const say = (word: string) => process.stdout.write(`${word}\n`);

live(
  async (life) => {
    const staying = setInterval(() => {}, 60_000);
    life.onClose(() => clearInterval(staying));
    life.onClose(() => say("first closed"));
    life.onClose(async () => {
      await sleep(200);
      say("second closed");
      if (fate === "closer fails") throw new Error("this closer fails");
    });
    if (fate === "start refuses") throw new StartError("PORT must be a number.");
    if (fate === "slow start") {
      say("starting");
      await sleep(60_000, undefined, { signal: life.signal });
    }
    say("up");
    if (fate === "error nobody caught") setTimeout(() => Promise.reject(new Error("lost")), 10);
  },
  { withParent: fate === "with parent" },
);
