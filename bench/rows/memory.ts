import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Role } from "@saha/contract";
import type { Figure, Lab } from "../lab/lab.ts";
import { inLanes, request } from "../lab/request.ts";
import { openSubject, type Subject } from "../lab/subject.ts";
import { rushByCalls } from "./reserve.ts";

/** Twice as long as the server takes to see that it rests. */
export const restMs = 22_000;
const users = 2000;

/** What is held at rest, and again at rest after a storm: two rushes and a crowd that reads. */
export async function memory(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject();
  try {
    const members = await subject.rush.members(Role.User, users);
    // What has never worked holds less than what rests: nothing is compiled, nobody is connected.
    await rushByCalls(lab, subject, members.slice(0, users / 10), 20, 1);
    await sleep(restMs);
    const atRest = residentOf(subject.pid);
    const databaseAtRest = databaseOf(subject);
    for (const day of [2, 3]) await rushByCalls(lab, subject, members, 200, day);
    const requests = members.map((tokens) => request({ path: "/api/ticket-purchase/me", tokens }));
    await lab.load.ask({ port: subject.port, lanes: inLanes(requests, 100), forMs: 5000 });
    const inStorm = residentOf(subject.pid);
    const databaseInStorm = databaseOf(subject);
    await sleep(36_000);
    const after = residentOf(subject.pid);
    return [
      { work: "memory: application at rest", figure: mb(atRest), goal: "≤ 200 MB", isMet: atRest <= 200 },
      {
        work: "memory: application, half a minute after a storm",
        figure: `${mb(after)} (${mb(inStorm)} in the storm)`,
        limit: `${mb(atRest)} at rest`,
        ratio: after / atRest,
        goal: "≤ 1.2",
        isMet: after <= 1.2 * atRest,
      },
      {
        work: "memory: embedded PostgreSQL",
        figure: `${mb(databaseAtRest)} at rest, ${mb(databaseInStorm)} in the storm`,
        goal: "≤ 200 MB",
        isMet: Math.max(databaseAtRest, databaseInStorm) <= 200,
      },
    ];
  } finally {
    await subject.close();
  }
}

/** Resident megabytes of a process. */
export function residentOf(pid: number): number {
  return kilobytes(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS") / 1024;
}

/** Megabytes of all its processes, what they share counted once. */
function databaseOf(subject: Subject): number {
  const shares = subject
    .databasePids()
    .map((pid) => kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"), "Pss"));
  return shares.reduce((sum, share) => sum + share, 0) / 1024;
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]);
}

function mb(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}
