import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

const root = fileURLToPath(new URL("../../", import.meta.url));

export function makeProfileFolder(): string {
  return mkdtempSync(join(tmpdir(), "saha-profile-"));
}

/** Where the server's main thread spent its time, by package and by function, in shares of the time it was busy. */
export function summarize(folder: string): string {
  const texts = readdirSync(folder).map((file) => summaryOf(JSON.parse(readFileSync(join(folder, file), "utf8"))));
  rmSync(folder, { recursive: true, force: true });
  return texts.join("\n");
}

function summaryOf({ nodes, samples, timeDeltas }: Profile): string {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byFunction = new Map<string, number>();
  const byPackage = new Map<string, number>();
  let busy = 0;
  for (const { id, callFrame } of nodes) {
    const time = own.get(id) ?? 0;
    if (time === 0 || callFrame.functionName === "(idle)") continue;
    busy += time;
    const place = callFrame.url.replace(/^file:\/\//, "").replace(root, "");
    add(byFunction, `${callFrame.functionName || "(anonymous)"} ${place}:${callFrame.lineNumber + 1}`, time);
    add(byPackage, packageOf(place) || callFrame.functionName, time);
  }
  const share = (time: number) => `${((100 * time) / busy).toFixed(1).padStart(5)} %`;
  const top = (all: Map<string, number>, count: number) =>
    [...all]
      .sort((a, b) => b[1] - a[1])
      .slice(0, count)
      .map(([name, time]) => `${share(time)}  ${name}`);
  return [`busy ${(busy / 1e6).toFixed(1)} s`, ...top(byPackage, 25), "", ...top(byFunction, 45)].join("\n");
}

function add(to: Map<string, number>, name: string, time: number): void {
  to.set(name, (to.get(name) ?? 0) + time);
}

function packageOf(place: string): string {
  const module = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1];
  return module ?? (place.startsWith("node:") ? place : place);
}
