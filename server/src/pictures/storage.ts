import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Turn } from "../limits/fair-queue.ts";
import { giveToFolderOwner, makeDataDir } from "../process/data-dir.ts";

/** Where files rest. Names come from `newPicturePath` alone; nobody else's text is ever one. */
export type Storage = {
  /** Takes over a file of the upload folder; when this returns, it is there to stay. */
  put(name: string, from: string): Promise<void>;
  /** `turn`: who waits for it, where reading is dear. */
  get(name: string, turn: Turn): Promise<Buffer | undefined>;
  /** One that is gone already is no error. */
  remove(name: string): Promise<void>;
};

/** Files in a folder of this machine (rules §8: `S3_*` unset). */
export function localStorage(folder: string): Storage {
  return {
    async put(name, from) {
      makeDataDir(folder);
      await sync(from);
      await rename(from, join(folder, name));
      giveToFolderOwner(join(folder, name));
      await sync(folder);
    },
    get: (name) => readFile(join(folder, name)).catch(orMissing),
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
