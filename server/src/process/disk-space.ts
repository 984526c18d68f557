import { statfs } from "node:fs/promises";

export type DiskSpace = {
  /** Whether so little is left that nothing more may be written. */
  isLow(): boolean;
  close(): void;
};

export type DiskLimits = {
  /** Writes are refused below it. A database whose log can't grow dies, and reads with it. */
  minFreeBytes: number;
  checkMilliseconds: number;
};

const megabyte = 1024 * 1024;
const usual: DiskLimits = { minFreeBytes: 64 * megabyte, checkMilliseconds: 1_000 };

/**
 * Watches how much a folder's disk has left; writes are let through again as soon as there is room (security: faults).
 */
export function watchDisk(folder: string, { minFreeBytes, checkMilliseconds }: DiskLimits = usual): DiskSpace {
  let isLow = false;
  const look = async () => {
    isLow = await freeBytes(folder).then(
      (free) => free < minFreeBytes,
      () => false,
    );
  };
  void look();
  const timer = setInterval(look, checkMilliseconds);
  timer.unref();
  return { isLow: () => isLow, close: () => clearInterval(timer) };
}

/** Reads how many bytes of a folder's disk are free for this process. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
