import { readFileSync } from "node:fs";

/** Where the process doesn't say how many files it may open, or has no limit. */
const assumed = 20_000;
/** Files that are no connections of callers: those of forms, the database's, Redis's, the renderers', logs. */
const otherFiles = 1_200;
/** Forms of attendees that come at once, each a file besides its connection: more are of no use. */
const mostForms = 512;

/**
 * Shares out the files that a process may open, as its limits tell: to callers' connections, of forms to their files,
 * and as many as those, or more, to all else. A process without one to open resets every newcomer and ends where the
 * system is asked anything: 256 accounts with two forms each, beside connections as many as could be, took the last
 * (decision 0160).
 */
export function shareFiles(limits: string): { connections: number; forms: number } {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? assumed);
  const others = Math.min(otherFiles, Math.ceil(files / 2));
  return { connections: files - others, forms: Math.min(mostForms, Math.floor(others / 2)) };
}

/** How the files that this process may open are shared out. */
export const openFiles = shareFiles(readLimits());

/** Reads the process's own limits; nothing where the system doesn't tell. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
