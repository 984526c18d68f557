import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stalled } from "../children/stalled.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { inLanes, request } from "../lab/request.ts";
import { openSubject, root } from "../lab/subject.ts";
import { residentOf } from "./memory.ts";

const readers = 1000;
const besideMs = 8000;

/** A thousand connections that ask for something large and never read, and what the others notice of them. */
export async function slowReaders(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject();
  try {
    const theme = inLanes(
      Array.from({ length: 200 }, () => request({ path: "/api/main-theme" })),
      4,
    );
    const beside = () => lab.load.ask({ port: subject.port, lanes: theme, forMs: besideMs });
    const quiet = await beside();
    await sleep(3000);
    const atRest = residentOf(subject.pid);
    return await withChild<Stalled, number, Figure[]>("stalled", async (stalled) => {
      const paths = largePaths();
      const requests = Array.from({ length: readers }, (_, n) => {
        const encodings = n % 2 ? "accept-encoding: br\r\n" : "";
        return `GET ${paths[n % paths.length]} HTTP/1.1\r\nhost: saha\r\n${encodings}\r\n`;
      });
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, residentOf(subject.pid));
      }, 100);
      const stalling = stalled.ask({ port: subject.port, requests });
      const busy = await beside();
      await stalling;
      await sleep(3000);
      clearInterval(watch);
      const more = most - atRest;
      return [
        {
          work: `${readers} who never read: memory above rest`,
          figure: `${more.toFixed(0)} MB`,
          goal: "≤ 100 MB",
          isMet: more <= 100,
        },
        {
          work: `${readers} who never read: p99 of others`,
          figure: `${busy.p99.toFixed(0)} ms`,
          limit: `${quiet.p99.toFixed(0)} ms without them`,
          goal: "< 250 ms",
          isMet: busy.p99 < 250,
        },
      ];
    });
  } finally {
    await subject.close();
  }
}

function largePaths(): string[] {
  const assets = readdirSync(join(root, "web/dist/assets"));
  const large = assets.filter((name) => /^(reference|html-editor|index)-.+\.js$/.test(name));
  return ["/api/openapi.json", ...large.map((name) => `/assets/${name}`)];
}
