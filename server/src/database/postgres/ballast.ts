import { existsSync, rmSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { freeBytes } from "../../process/disk-space.ts";

const megabyte = 1024 * 1024;
/** Two files of the database's log, which is what it needs to recover and to be read. */
const bytes = 32 * megabyte;
/** It must not be what fills the disk. */
const minFreeBytes = 4 * bytes;

/**
 * Lays a file of zeros beside the cluster, to be thrown away when the disk is full; nothing where there is little room.
 */
export async function layBallast(folder: string): Promise<void> {
  const file = join(folder, "ballast");
  if (existsSync(file) || (await freeBytes(folder)) < minFreeBytes) return;
  const beside = `${file}.new`;
  const handle = await open(beside, "w", 0o600);
  try {
    const part = Buffer.alloc(megabyte);
    for (let written = 0; written < bytes; written += part.length) await handle.write(part);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}

/** Throws the ballast away where the disk is full; what it took is the database's to use. */
export async function dropBallast(folder: string): Promise<void> {
  if ((await freeBytes(folder)) > bytes) return;
  for (const name of ["ballast", "ballast.new"]) rmSync(join(folder, name), { force: true });
}
