import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import type { Figure } from "../lab/lab.ts";
import { median } from "../lab/measure.ts";
import { makeFolder, root, startServer, stop } from "../lab/subject.ts";

const rounds = 3;

/**
 * From `npm start` on an installed tree until it answers as ready: on an empty folder, and on the folder of last time.
 */
export async function start(): Promise<Figure[]> {
  // Whatever is to be installed or built is no part of a start on an installed tree.
  spawnSync("node", ["scripts/prepare.mjs"], { cwd: root, stdio: "inherit" });
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const home = makeFolder();
    try {
      const fresh = await timeOf(home);
      const again = await timeOf(home);
      if (round === 0) continue;
      first.push(fresh);
      second.push(again);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  const line = (work: string, ms: number) => ({
    work,
    figure: `${(ms / 1000).toFixed(2)} s`,
    goal: "≤ 3 s",
    isMet: ms <= 3000,
  });
  return [
    line("start: npm start on an empty folder, its database made", median(first)),
    line("start: npm start again", median(second)),
  ];
}

async function timeOf(home: string): Promise<number> {
  const { child, ready } = await startServer(["npm", "start"], home);
  try {
    return await ready;
  } finally {
    await stop(child);
  }
}
