import { chownSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "../errors/start-error.ts";

/**
 * Makes the folder of all that Saha keeps. Others may pass through but not list it, because as root the database may
 * have to run as another account. Folders made by root in somebody's folder are given to that somebody, who may start
 * Saha next.
 */
export function makeDataDir(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    const first = mkdirSync(folder, { recursive: true, mode: 0o711 });
    if (first === undefined || process.getuid?.() !== 0) return folder;
    const { uid, gid } = statSync(dirname(first));
    for (let made = folder; made.length >= first.length; made = dirname(made)) chownSync(made, uid, gid);
    return folder;
  } catch (error) {
    throw new StartError(`DATA_DIR ${folder} cannot be made: ${(error as Error).message}.`);
  }
}

/**
 * Gives a file that root has just made in somebody's folder to that somebody; anyone else's files are theirs already.
 */
export function giveToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, gid);
}
