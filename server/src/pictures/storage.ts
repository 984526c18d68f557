import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../errors/problem.ts";
import { openFairQueue, type Turn } from "../limits/fair-queue.ts";
import { giveToFolderOwner, makeDataDir } from "../process/data-dir.ts";
import { heldBytes } from "../process/held-answers.ts";

/** Where files rest. Names come from `newPicturePath` alone; nobody else's text is ever one. */
export type Storage = {
  /** Takes over a file of the upload folder; when this returns, it is there to stay. */
  put(name: string, from: string): Promise<void>;
  /** `turn`: who waits for it. */
  get(name: string, turn: Turn): Promise<Buffer | undefined>;
  /** One that is gone already is no error. */
  remove(name: string): Promise<void>;
};

/** While callers who read slowly hold more of pictures and other long answers, reading waits until some are closed. */
const maxHeldBytes = 192 * 1024 * 1024;
const looks = { count: 20, milliseconds: 250 };

/**
 * Opens the turns in which pictures are read: so many at once, networks in turns, and none for those who left. While
 * much is held by callers who read slowly it waits, for some seconds, then throws `server.busy`: asked for in a circle,
 * pictures that the memory of the last ones does not hold are read anew for each, and 250 connections that read a
 * kilobyte now and then held a gigabyte (security: row 22).
 */
export function openReads(concurrency: number) {
  const inTurn = openFairQueue({ concurrency, maxWaiting: 3000 });
  return <T>(turn: Turn, read: () => Promise<T>): Promise<T> =>
    inTurn(turn, async () => {
      for (let look = 0; heldBytes() > maxHeldBytes; look++) {
        if (look === looks.count) throw new Problem("server.busy", { retryAfter: 1 });
        await sleep(looks.milliseconds);
      }
      return read();
    });
}

/** More gain nothing of a disk; what they read counts as held once it is here. */
const localReads = 8;

/** Files in a folder of this machine (rules §8: `S3_*` unset). */
export function localStorage(folder: string): Storage {
  const inTurn = openReads(localReads);
  return {
    async put(name, from) {
      makeDataDir(folder);
      await sync(from);
      await rename(from, join(folder, name));
      giveToFolderOwner(join(folder, name));
      await sync(folder);
    },
    get: (name, turn) => inTurn(turn, () => readFile(join(folder, name)).catch(orMissing)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** A power cut must not take what was acknowledged. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
