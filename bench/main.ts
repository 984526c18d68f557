/*
 * What `npm run bench` runs: every row, or those named as arguments; the optimizations of the database beside
 * their plain twins only when named. A whole run writes the table of RESULTS.md; with
 * `--profile` it tells instead where the server's main thread spent its time, and the figures mean nothing.
 */
import { openChild } from "./lab/child.ts";
import type { Figure, Lab, Row } from "./lab/lab.ts";
import { makeProfileFolder, summarize } from "./lab/profile.ts";
import { lineOf, writeResults } from "./lab/results.ts";
import { isSmall } from "./lab/small.ts";
import { dashboard } from "./rows/dashboard.ts";
import { figures as administratorFigures } from "./rows/figures.ts";
import { firstLoad } from "./rows/first-load.ts";
import { forecast } from "./rows/forecast.ts";
import { gate } from "./rows/gate.ts";
import { growth } from "./rows/growth.ts";
import { memory } from "./rows/memory.ts";
import { twins } from "./rows/optimizations.ts";
import { queue } from "./rows/queue.ts";
import { readCalls } from "./rows/reads.ts";
import { redeem } from "./rows/redeem.ts";
import { reserve } from "./rows/reserve.ts";
import { signIn } from "./rows/sign-in.ts";
import { slowReaders } from "./rows/slow-readers.ts";
import { sockets } from "./rows/sockets.ts";
import { start } from "./rows/start.ts";

const rows: Record<string, Row> = {
  reserve,
  redeem,
  gate,
  queue,
  reads: readCalls,
  "sign-in": signIn,
  growth,
  forecast,
  "first-load": firstLoad,
  dashboard,
  figures: administratorFigures,
  memory,
  sockets,
  "slow-readers": slowReaders,
  start,
  ...twins,
};

const named = process.argv.slice(2).filter((name) => name !== "--profile");
const isProfiling = process.argv.includes("--profile");
const unknown = named.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}; the rows are ${Object.keys(rows).join(", ")}.`);
  process.exit(2);
}

const began = performance.now();
const lab: Lab = { load: openChild("load"), profileTo: isProfiling ? makeProfileFolder() : undefined };
const figures: Figure[] = [];
for (const [name, row] of Object.entries(rows)) {
  if (named.length > 0 ? !named.includes(name) : name in twins) continue;
  for (const figure of await measured(name, row)) {
    figures.push(figure);
    console.log(lineOf(figure));
  }
}
lab.load.close();
if (lab.profileTo) console.log(summarize(lab.profileTo));
const missed = figures.filter((figure) => !figure.isMet).length;
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\n${figures.length - missed} met, ${missed} missed, ${minutes} minutes`);
if (named.length === 0 && !isProfiling && !isSmall) writeResults(figures, minutes);
process.exitCode = missed > 0 ? 1 : 0;

async function measured(name: string, row: Row): Promise<Figure[]> {
  try {
    return await row(lab);
  } catch (error) {
    console.error(error);
    return [{ work: name, figure: "broke", goal: "an answer", isMet: false }];
  }
}
