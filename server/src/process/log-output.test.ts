import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../../test/running-application.ts";

const script = join(import.meta.dirname, "..", "..", "test", "log-output-application.ts");
const fullDevice = "/dev/full";
/** Whoever may not mount a small disk of memory can't fill one either. */
const disk = mountSmallDisk();
afterAll(() => {
  if (!disk) return;
  execFileSync("umount", ["-l", disk]);
  rmdirSync(disk);
});

function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "saha-log-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=0755", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

type Wanted = { kind?: "ours" | "pino's"; count: number; size?: number };
function start(output: number | "pipe", { kind = "ours", count, size = 100 }: Wanted) {
  const args = [script, kind, String(count), String(size)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", output, "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  return { child, said: () => errors, logged: () => until("logged", () => errors.includes("logged")) };
}

async function endOf(child: ChildProcess, milliseconds: number): Promise<number | null | "none"> {
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return Promise.race([ended, sleep(milliseconds, "none" as const)]);
}

function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4096));
  } catch {
    // Full.
  }
}

function linesOf(text: string) {
  const lines = text.trim().split("\n");
  return lines.map((line) => JSON.parse(line) as { msg: string; n?: number; dropped?: number });
}

describe.skipIf(!existsSync(fullDevice))("a full disk under the log", () => {
  test("neither ends the process nor keeps it from ending", async () => {
    const { child, said, logged } = start(openSync(fullDevice, "a"), { count: 2_000 });
    await logged();
    await sleep(600);
    expect([child.exitCode, said()]).toEqual([null, "logged\n"]);
    expect(await endOf(child, 3_000)).toBe(0);
  });

  test("does both with what pino has (broken twin)", async () => {
    const { child, said } = start(openSync(fullDevice, "a"), { kind: "pino's", count: 2_000 });
    await until("an error that nobody hears", () => said().includes("Error: ENOSPC"));
    expect(await endOf(child, 3_000)).toBe("none");
  });
});

describe.skipIf(!disk)("what is logged on a full disk", () => {
  const folder = disk ?? "";
  const [filler, file] = [join(folder, "filler"), join(folder, "log")];

  test.each([
    ["waits for room, and comes as it was", 2_000, 100],
    ["waits for room, and what is beyond the bound is counted", 20_000, 1_000],
  ])("%s", async (_, count, size) => {
    rmSync(file, { force: true });
    const output = openSync(file, "a");
    fill(filler);
    const { child, logged } = start(output, { count, size });
    await logged();
    await sleep(600);
    expect(child.exitCode).toBe(null);
    rmSync(filler);
    const isAll = () => {
      const text = readFileSync(file, "utf8");
      const lines = linesOf(text.slice(0, text.lastIndexOf("\n")) || "{}");
      const missing = lines.reduce((sum, { dropped = 0 }) => sum + dropped, 0);
      return lines.filter(({ msg }) => msg === "line").length + missing === count;
    };
    await until("all lines", isAll);
    expect(await endOf(child, 3_000)).toBe(0);
    const lines = linesOf(readFileSync(file, "utf8"));
    const numbers = lines.flatMap(({ n }) => (n === undefined ? [] : [n]));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n));
    expect(count - numbers.length).toBe(lines.find(({ dropped }) => dropped)?.dropped ?? 0);
    expect(numbers.length === count).toBe(count * size < 16e6);
    expect(lines.at(-1)?.msg).toBe("the last line");
  });
});

test("a reader who takes nothing is waited for two seconds at the end, one who reads to the last line", async () => {
  const still = start("pipe", { count: 2_000 });
  await still.logged();
  expect(await endOf(still.child, 5_000)).toBe(0);
  const reading = start("pipe", { count: 2_000 });
  await reading.logged();
  const closed = new Promise((resolve) => reading.child.once("close", resolve));
  reading.child.kill("SIGTERM");
  let text = "";
  reading.child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  await closed;
  expect(linesOf(text)).toHaveLength(2_001);
});
