/*
 * What `npm test` runs: `check`, `unit` and `e2e`, or the stages named as arguments. A failed stage does not stop the next
 * one. The last line is `N passed, N failed` alone; the exit code is 1 when anything failed or nothing ran.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

type Count = { passed: number; failed: number };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, "node_modules", ".bin");
const results = join(root, ".cache", "test");
/** So many journeys of some 350 may need their second try. */
const mostFlaky = 2;
const stages: Record<string, () => Promise<Count>> = { check, unit, e2e };

let running: ChildProcess | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stopAtOnce);
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stopAtOnce(), 200).unref();

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(", ")}; the stages are ${Object.keys(stages).join(", ")}.`);
  process.exit(2);
}

mkdirSync(results, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
for (const [name, stage] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = Date.now();
  console.log(`\n── ${name} ──`);
  const { passed, failed } = await stage();
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  total.passed += passed;
  total.failed += failed;
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);

async function check(): Promise<Count> {
  const count = { passed: 0, failed: 0 };
  const judge = async (name: string, program: string, ...args: string[]) => {
    const isRight = (await run(program, args)) === 0;
    count[isRight ? "passed" : "failed"]++;
    console.log(`${isRight ? "✓" : "✗"} ${name}`);
  };
  await judge("the lockfile is whole", "node", "scripts/lockfile.mjs");
  await judge("texts compile", "node", "web/build/compile-text.ts");
  await judge(
    "format, lint, borders",
    "biome",
    "ci",
    "--colors=off",
    "--diagnostic-level=warn",
    "--max-diagnostics=200",
    ".",
  );
  for (const workspace of ["contract", "server", "web", "web/tsconfig.node.json", "e2e", "bench", "scripts"]) {
    await judge(`types of ${workspace}`, "tsc", "-p", workspace);
  }
  await judge("nothing unused, nothing unlisted", "knip", "--no-progress");
  return count;
}

async function unit(): Promise<Count> {
  const report = join(results, "unit.json");
  rmSync(report, { force: true });
  const code = await run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  return countOf(code, () => {
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
    const tests = testResults.flatMap((file) => file.assertionResults);
    const broken = testResults.filter((file) => file.status === "failed" && !file.assertionResults.some(hasFailed));
    return {
      passed: tests.filter((test) => test.status === "passed").length,
      failed: tests.filter(hasFailed).length + broken.length,
    };
  });
}

type VitestReport = { testResults: { status: string; assertionResults: { status: string }[] }[] };

function hasFailed({ status }: { status: string }): boolean {
  return status === "failed";
}

async function e2e(): Promise<Count> {
  const report = join(results, "e2e.json");
  rmSync(report, { force: true });
  const args = ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json"];
  const code = await run("playwright", args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return countOf(code, () => {
    const { expected, unexpected, flaky } = (JSON.parse(readFileSync(report, "utf8")) as PlaywrightReport).stats;
    // Playwright names them as flaky above. Few may be the machine; more are a race of ours.
    if (flaky <= mostFlaky) return { passed: expected + flaky, failed: unexpected };
    return { passed: expected, failed: unexpected + flaky };
  });
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

/** What the report says; a run that broke otherwise, or left no report, is one failure more. */
function countOf(code: number, read: () => Count): Count {
  try {
    const count = read();
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Runs a program of node_modules/.bin on this Node, in a group of its own, so that all of it can be ended. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const path = [bin, process.env.PATH ?? ""].join(delimiter);
  const options = { cwd: root, env: { ...process.env, PATH: path, ...env }, detached: true } as const;
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
    running = child;
    child.on("error", (error) => {
      console.error(`${program} cannot be run: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => {
      running = null;
      resolve(code ?? 1);
    });
  });
}

/** The throw-away database notices by itself when its tests are gone. */
function stopAtOnce(): void {
  try {
    if (running?.pid !== undefined) process.kill(-running.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
  process.exit(130);
}
