import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** How many tests passed and failed, and how long each took, in milliseconds. */
export type Report = { passed: number; failed: number; times: Time[] };
export type Time = { name: string; ms: number };

/** So many journeys of some 350 may need their second try. */
const maxFlaky = 2;
const maxShown = 10;

/** Reads Vitest's JSON report. A file that broke before its tests is one failure. */
export function readVitestReport(path: string, root: string): Report {
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const report: Report = { passed: 0, failed: 0, times: [] };
  for (const { name, status, assertionResults } of testResults) {
    if (status === "failed" && !assertionResults.some(hasFailed)) report.failed++;
    for (const test of assertionResults) {
      if (test.status === "passed") report.passed++;
      if (hasFailed(test)) report.failed++;
      report.times.push({ name: `${test.fullName.trim()} (${relative(root, name)})`, ms: test.duration ?? 0 });
    }
  }
  return report;
}

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; duration?: number | null }[];
  }[];
};

function hasFailed({ status }: { status: string }): boolean {
  return status === "failed";
}

/** Reads Playwright's JSON report. Few second tries may be the machine; more than two are a race of ours and count as failed. */
export function readPlaywrightReport(path: string): Report {
  const { stats, suites } = JSON.parse(readFileSync(path, "utf8")) as PlaywrightReport;
  const times = suites.flatMap(timesIn);
  const { expected, unexpected, flaky } = stats;
  if (flaky <= maxFlaky) return { passed: expected + flaky, failed: unexpected, times };
  return { passed: expected, failed: unexpected + flaky, times };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };
type Suite = {
  suites?: Suite[];
  specs: { title: string; file: string; tests: { results: { duration: number }[] }[] }[];
};

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
