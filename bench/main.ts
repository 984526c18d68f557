import { openChild } from "./lab/child.ts";
import type { Figure, Lab, Row } from "./lab/lab.ts";
import { makeProfileFolder, summarize } from "./lab/profile.ts";
import { gate } from "./rows/gate.ts";
import { growth } from "./rows/growth.ts";
import { memory } from "./rows/memory.ts";
import { readCalls } from "./rows/reads.ts";
import { reserve } from "./rows/reserve.ts";
import { signIn } from "./rows/sign-in.ts";
import { start } from "./rows/start.ts";

const rows: Record<string, Row> = { reserve, gate, reads: readCalls, "sign-in": signIn, memory, start, growth };
const names = process.argv.slice(2).filter((name) => !name.startsWith("-"));
const profileTo = process.argv.includes("--profile") ? makeProfileFolder() : undefined;
const lab: Lab = { load: openChild("load"), profileTo };
const figures: Figure[] = [];
for (const [name, row] of Object.entries(rows)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const began = performance.now();
  const found = await row(lab);
  for (const f of found)
    console.log(
      f.isMet ? "✓" : "✗",
      f.work,
      "|",
      f.figure,
      "|",
      f.limit ?? "",
      "|",
      f.ratio?.toFixed(2) ?? "",
      "|",
      f.goal,
    );
  console.log(name, ((performance.now() - began) / 1000).toFixed(1), "s");
  figures.push(...found);
}
lab.load.close();
if (profileTo) console.log(summarize(profileTo));
