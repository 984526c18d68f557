import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "..", "..", "test", "lifetime-application.ts");
const closed = ["second closed", "first closed"];

function start(fate = "") {
  return follow(spawn(process.execPath, [script, fate], { stdio: ["ignore", "pipe", "pipe"] }));
}

function follow(child: ChildProcess) {
  let errors = "";
  const words: string[] = [];
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const firstOutput = new Promise((resolve) => {
    child.stdout?.on("data", (chunk) => {
      words.push(...String(chunk).trim().split("\n"));
      resolve(null);
    });
  });
  const ended = new Promise<{ code: number | null; words: string[]; errors: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, words, errors: errors.trim() }));
  });
  return { child, firstOutput, ended };
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a %s closes the last opened first and ends with 0",
  async (signal) => {
    const { child, firstOutput, ended } = start();
    await firstOutput;
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, words: ["up", ...closed], errors: "" });
  },
);

test("a doubled Ctrl-C cuts nothing short", async () => {
  const { child, firstOutput, ended } = start();
  await firstOutput;
  for (const signal of ["SIGINT", "SIGINT", "SIGTERM", "SIGINT"] as const) {
    child.kill(signal);
    await sleep(30);
  }
  expect(await ended).toEqual({ code: 0, words: ["up", ...closed], errors: "" });
});

test("a signal ends a start that is under way, and closes what it had opened", async () => {
  const { child, firstOutput, ended } = start("slow start");
  await firstOutput;
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, words: ["starting", ...closed], errors: "" });
});

test("a start that refuses prints its sentence alone and ends with 1", async () => {
  expect(await start("start refuses").ended).toEqual({ code: 1, words: closed, errors: "PORT must be a number." });
});

test("an error that nobody caught is printed, closes everything and ends with 1", async () => {
  const { code, words, errors } = await start("error nobody caught").ended;
  expect([code, words]).toEqual([1, ["up", ...closed]]);
  expect(errors).toMatch(/^Error: lost\n/);
});

test("a closer that fails keeps no other from closing", async () => {
  const { child, firstOutput, ended } = start("closer fails");
  await firstOutput;
  child.kill("SIGTERM");
  expect((await ended).words).toEqual(["up", ...closed]);
});

test("a killed parent takes it along, closed as by a signal", async () => {
  const { child, firstOutput, ended } = follow(
    spawn("sh", ["-c", '"$@" & wait', "sh", process.execPath, script, "with parent"], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  await firstOutput;
  child.kill("SIGKILL");
  expect((await ended).words).toEqual(["up", ...closed]);
});
