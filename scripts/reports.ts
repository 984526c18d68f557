import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * How many tests passed and failed, the names of those that failed or needed a second try, and how long each took, in
 * ms.
 */
export type Report = { passed: number; failed: number; failures: string[]; times: Time[] };
export type Time = { name: string; ms: number };

/** So many tests of a stage may need their second try: few may be the machine, more are a race of ours. */
const maxFlaky = 2;
const atSecondTry = ", right at its second try";
const maxShown = 10;
const maxLines = 12;

/** Reads Vitest's JSON report. A file that broke before its tests is one failure. */
export function readVitestReport(path: string, root: string): Report {
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const report: Report = { passed: 0, failed: 0, failures: [], times: [] };
  let flaky = 0;
  const fail = (name: string, why: string | undefined) => {
    report.failed++;
    report.failures.push(`${name}\n${firstLines(why)}`);
  };
  for (const { name: path, status, message, assertionResults } of testResults) {
    const file = relative(root, path);
    if (status === "failed" && !assertionResults.some(hasFailed)) fail(file, message);
    for (const test of assertionResults) {
      const name = `${test.fullName.trim()} (${file})`;
      const [said] = test.failureMessages ?? [];
      if (hasFailed(test)) fail(name, said);
      else if (test.status === "passed" && said !== undefined) {
        flaky++;
        report.failures.push(`${name}${atSecondTry}\n${firstLines(said)}`);
      } else if (test.status === "passed") report.passed++;
      report.times.push({ name, ms: test.duration ?? 0 });
    }
  }
  report[flaky <= maxFlaky ? "passed" : "failed"] += flaky;
  return report;
}

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      duration?: number | null;
      failureMessages?: string[];
    }[];
  }[];
};

function hasFailed({ status }: { status: string }): boolean {
  return status === "failed";
}

/** Reads Playwright's JSON report. */
export function readPlaywrightReport(path: string): Report {
  const { stats, suites } = JSON.parse(readFileSync(path, "utf8")) as PlaywrightReport;
  const times = suites.flatMap(timesIn);
  const failures = suites.flatMap(failuresIn);
  const { expected, unexpected, flaky } = stats;
  if (flaky <= maxFlaky) return { passed: expected + flaky, failed: unexpected, failures, times };
  return { passed: expected, failed: unexpected + flaky, failures, times };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };
type Suite = {
  suites?: Suite[];
  specs: { title: string; file: string; tests: { results: Try[] }[] }[];
};
type Try = { duration: number; status: string; errors?: { message?: string }[] };

/** The tests whose first try failed, each with what its tries said. */
function failuresIn({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) => {
    const tries = tests.flatMap(({ results }) => results);
    if (tries.every(({ status }) => status === "passed" || status === "skipped")) return [];
    const isSecond = tries.at(-1)?.status === "passed";
    const said = tries.flatMap(({ errors = [] }) => errors).map(({ message }) => firstLines(message));
    return [`${title} (e2e/${file})${isSecond ? atSecondTry : ""}\n${said.join("\n")}`];
  });
  return [...own, ...suites.flatMap(failuresIn)];
}

/** The beginning of an error, without colours and the frames of other people's code. */
function firstLines(message = ""): string {
  return stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => !line.includes("/node_modules/"))
    .slice(0, maxLines)
    .map((line) => `    ${line}`)
    .join("\n");
}

function timesIn({ suites = [], specs }: Suite): Time[] {
  const own = specs.map(({ title, file, tests }) => ({
    name: `${title} (e2e/${file})`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...own, ...suites.flatMap(timesIn)];
}

/** One line for each of the ten slowest, the slowest first. */
export function slowest(times: Time[]): string {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, maxShown)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
    .join("\n");
}
