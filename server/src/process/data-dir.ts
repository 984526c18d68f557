import { chownSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "../errors/start-error.ts";

/**
 * Makes the folder of all that Saha keeps. Others may pass through but not list it, because as root the database may
 * have to run as another account. Folders made by root in somebody's folder are given to that somebody, who may start
 * Saha next. Throws a StartError with the `code` of what was refused: folders are made while it runs as well.
 */
export function makeDataDir(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    const first = makeFolders(folder);
    if (first === undefined || process.getuid?.() !== 0) return folder;
    const { uid, gid } = statSync(dirname(first));
    for (let made = folder; made.length >= first.length; made = dirname(made)) chownSync(made, uid, gid);
    return folder;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw Object.assign(new StartError(`DATA_DIR ${folder} cannot be made: ${message}.`), { code });
  }
}

/**
 * Turns the refusal of a file in `dataDir` to whoever starts, as after a restore by root, into a StartError that names
 * what is closed; any other error stays as it is.
 */
export function explainForeignFile(error: NodeJS.ErrnoException, dataDir: string): Error {
  const { code = "", path = "" } = error;
  if (!["EACCES", "EPERM"].includes(code) || !`${path}/`.startsWith(`${dataDir}/`)) return error;
  return new StartError(
    `${nearestThere(path)} can't be used (${code}): DATA_DIR and everything in it must belong to the account that starts Saha.`,
  );
}

/** The path itself, or of those above it the nearest that is there and can be seen. */
function nearestThere(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch {
    return nearestThere(dirname(path));
  }
}

/**
 * Makes a folder with those above it, one by one, and answers the first that was made. Node's own goes round without an
 * end where one can't be made and says that another is missing, as in /proc.
 */
function makeFolders(folder: string): string | undefined {
  if (isFolder(folder)) return undefined;
  const above = dirname(folder);
  const first = above === folder ? undefined : makeFolders(above);
  try {
    mkdirSync(folder, { mode: 0o711 });
    return first ?? folder;
  } catch (error) {
    // Another start has made it in the same moment.
    if (!isFolder(folder)) throw error;
    return first;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Gives a file that root has just made in somebody's folder to that somebody; anyone else's files are theirs already.
 */
export function giveToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, gid);
}
