import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import type { Figure } from "./lab.ts";

const file = new URL("../RESULTS.md", import.meta.url);
const [from, to] = ["<!-- figures -->", "<!-- /figures -->"] as const;

/** One figure as a line of the terminal. */
export function lineOf({ isMet, ...figure }: Figure): string {
  return `${isMet ? "✓" : "✗"} ${cells(figure).filter(Boolean).join(" · ")}`;
}

/** Puts the figures of a whole run in place of the last ones; what people wrote around them stays. */
export function writeResults(figures: Figure[], minutes: string): void {
  const text = readFileSync(file, "utf8");
  const [before, after] = [text.slice(0, text.indexOf(from)), text.slice(text.indexOf(to))];
  const table = [
    "| | work | figure | limit in the same run | ratio | goal |",
    "|---|---|---|---|---|---|",
    ...figures.map((figure) => `| ${figure.isMet ? "✓" : "✗"} | ${cells(figure).join(" | ")} |`),
  ];
  const lines = [from, `\`npm run bench\`, ${minutes} minutes, on ${machine()}.`, "", ...table];
  writeFileSync(file, `${before}${lines.join("\n")}\n${after}`);
}

function cells({ work, figure, limit, ratio, goal }: Omit<Figure, "isMet">): string[] {
  return [work, figure, limit ?? "", ratio?.toFixed(2) ?? "", goal];
}

/** The machine in words, and how busy it was with other things. */
function machine(): string {
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const model = cpus()[0]?.model.trim() ?? "an unknown processor";
  const load = loadavg()[1]?.toFixed(1);
  return `${availableParallelism()} cores of ${model}, ${gigabytes} GB, Linux ${release()}, Node ${process.versions.node}, load average of the last five minutes ${load}`;
}
