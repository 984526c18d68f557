import { readFileSync, readlinkSync, realpathSync } from "node:fs";

/** Whether a process of this number runs; a zombie, which nobody has buried yet, is dead. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.state !== "Z" && stat.state !== "X";
}

/** Whether the number is in use, be it by a zombie. */
export function isTaken(pid: number): boolean {
  return readStat(pid) !== null;
}

/** Whether `pid` is a live PostgreSQL of the cluster in `data`, and not a stranger who got an old number. */
export function isPostgresOf(pid: number, data: string): boolean {
  if (!isAlive(pid) || readStat(pid)?.name !== "postgres") return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return true;
  }
}

/** Whether a live process runs the program of this path as it is now; what was installed anew since is another one. */
export function runsProgram(pid: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(path);
  } catch {
    return true;
  }
}

function readStat(pid: number): { name: string; state: string } | null {
  try {
    const parts = /^\d+ \((.*)\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return { name: parts?.[1] ?? "", state: parts?.[2] ?? "" };
  } catch {
    return null;
  }
}
