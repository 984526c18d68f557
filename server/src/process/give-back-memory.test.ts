import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const storm = (ending: string) => `
  import { setTimeout as sleep } from "node:timers/promises";
  import { giveBackMemory } from "./src/process/give-back-memory.ts";
  ${ending}
  const rss = () => process.memoryUsage.rss() / 2 ** 20;
  let kept = [];
  for (let i = 0; i < 3_000_000; i++) kept.push({ i });
  kept = undefined;
  await sleep(1500);
  console.log(rss());`;

/** Measures the MiB that a process keeps when its storm is over. */
function run(script: string): number {
  const args = ["--input-type=module-typescript", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: `${import.meta.dirname}/../..`, encoding: "utf8" }));
}

test("what a storm took is given back once it is quiet, and would be kept otherwise", () => {
  // V8 may give a part back by itself, as much as the machine's memory suggests to it.
  const kept = run(storm(""));
  const given = run(storm("giveBackMemory(300);"));
  expect(given).toBeLessThan(kept - 80);
});

test("a process that can open no file any more goes on", () => {
  const script = `
    import { openSync } from "node:fs";
    import { setTimeout as sleep } from "node:timers/promises";
    import { giveBackMemory } from "./src/process/give-back-memory.ts";
    try { for (;;) openSync("/dev/null"); } catch {}
    let isRead = true;
    try { process.memoryUsage.rss(); } catch { isRead = false; }
    giveBackMemory(50);
    await sleep(500);
    console.log(JSON.stringify({ isRead }));`;
  const limited = ["-c", 'ulimit -n 100; exec "$0" "$@"', process.execPath];
  const args = [...limited, "--input-type=module-typescript", "--eval", script];
  const said = execFileSync("/bin/sh", args, { cwd: `${import.meta.dirname}/../..`, encoding: "utf8" });
  expect(JSON.parse(said)).toEqual({ isRead: false });
});
