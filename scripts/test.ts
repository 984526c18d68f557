/*
 * What `npm test` runs: `check`, `unit` and `e2e`, or the stages named as arguments; `soak` only by name. A failed
 * stage does not stop the next one; each names its ten slowest. The end names what failed, for a reader of the end
 * alone; the last line is `N passed, N failed`; the exit code is 1 when anything failed or nothing ran.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Report, readPlaywrightReport, readVitestReport, slowest } from "./reports.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, "node_modules", ".bin");
const results = join(root, ".cache", "test");
const stages: Record<string, () => Promise<Report>> = { check, unit, e2e, soak };
const usual = ["check", "unit", "e2e"];

const running = new Set<ChildProcess>();
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
const total = { passed: 0, failed: 0, failures: [] as string[] };
for (const name of wanted.length > 0 ? Object.keys(stages).filter((stage) => wanted.includes(stage)) : usual) {
  const began = Date.now();
  console.log(`\n── ${name} ──`);
  const { passed, failed, failures, times } = (await stages[name]?.()) ?? nothing();
  console.log(`\nthe slowest of ${name}:\n${slowest(times)}`);
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
if (total.failures.length > 0) console.log(`\nwhat failed:\n${total.failures.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);

/** Judges two things at a time, a core for each. */
async function check(): Promise<Report> {
  const report = nothing();
  const biome = ["ci", "--colors=off", "--diagnostic-level=warn", "--max-diagnostics=200", "."];
  // The types of the web need the compiled texts.
  await judge(report, "texts compile", "node", "web/build/compile-text.ts");
  const projects = ["server", "web", "e2e", "bench", "scripts", "contract", "web/tsconfig.node.json"];
  const ahead: [name: string, program: string, ...args: string[]][] = [
    ...projects.map((project) => [`types of ${project}`, "tsc", "-p", project] as [string, string, ...string[]]),
    ["nothing unused, nothing unlisted", "knip", "--no-progress"],
    ["format, lint, borders", "biome", ...biome],
    ["the lockfile is whole", "node", "scripts/lockfile.mjs"],
    ["comments are no wider than code", "node", "scripts/comments.ts"],
  ];
  const work = async () => {
    for (let next = ahead.shift(); next; next = ahead.shift()) await judge(report, ...next);
  };
  await Promise.all([work(), work()]);
  return report;
}

async function judge(report: Report, name: string, program: string, ...args: string[]): Promise<void> {
  const began = Date.now();
  const isRight = (await run(program, args)) === 0;
  report[isRight ? "passed" : "failed"]++;
  if (!isRight) report.failures.push(name);
  report.times.push({ name, ms: Date.now() - began });
  console.log(`${isRight ? "✓" : "✗"} ${name}`);
}

function unit(): Promise<Report> {
  return vitest("unit", []);
}

function e2e(): Promise<Report> {
  return playwright("e2e", []);
}

/** Every test of the server that has full numbers, and every gate on every screen, palette and wall. */
async function soak(): Promise<Report> {
  const env = { SOAK: "1" };
  const tests = globSync("server/**/*.test.ts", { cwd: root, exclude: ["**/node_modules"] });
  const full = tests.filter((file) => /from ".*\/soak\.ts"/.test(readFileSync(join(root, file), "utf8")));
  const parts = [
    await vitest("soak-unit", ["--project", "server", ...full], env),
    await playwright("soak-e2e", ["gates/"], env),
  ];
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    failures: parts.flatMap(({ failures }) => failures),
    times: parts.flatMap(({ times }) => times),
  };
}

async function vitest(name: string, filters: string[], env: Record<string, string> = {}): Promise<Report> {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  // Two that need it are taken, and more fail, as in the browser.
  const args = ["run", ...filters, "--retry=1", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return judged(await run("vitest", args, env), () => readVitestReport(file, root));
}

async function playwright(name: string, filters: string[], env: Record<string, string> = {}): Promise<Report> {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const args = ["test", ...filters, "--config=e2e/playwright.config.ts", "--reporter=list,json"];
  const code = await run("playwright", args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return judged(code, () => readPlaywrightReport(file));
}

/** What the report says; a run that broke otherwise, or left no report, is one failure more. */
function judged(code: number, read: () => Report): Report {
  try {
    const report = read();
    const isBroken = code !== 0 && report.failed === 0;
    return isBroken ? { ...report, failed: 1, failures: [`the run itself: exit code ${code}`] } : report;
  } catch (error) {
    return { ...nothing(), failed: 1, failures: [`the run left no report: ${error}`] };
  }
}

function nothing(): Report {
  return { passed: 0, failed: 0, failures: [], times: [] };
}

/** Runs a program of node_modules/.bin on this Node, in a group of its own, so that all of it can be ended. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const path = [bin, process.env.PATH ?? ""].join(delimiter);
  // Dozens of servers are started, and each would compile all of Saha anew.
  const compiled = { NODE_COMPILE_CACHE: join(root, ".cache", "compiled") };
  const options = { cwd: root, env: { ...process.env, PATH: path, ...compiled, ...env }, detached: true } as const;
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
    running.add(child);
    child.on("error", (error) => {
      console.error(`${program} cannot be run: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** The throw-away database notices by itself when its tests are gone. */
function stopAtOnce(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  process.exit(130);
}
