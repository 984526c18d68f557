import { statfs } from "node:fs/promises";

export type DiskSpace = {
  /** Whether so little is left that nothing more may be written. */
  isLow(): boolean;
  /** How many bytes there were at the last look until so little is left. */
  room(): number;
  /** Has `listener` run at each look that finds so little. */
  onLow(listener: () => void): void;
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
  let room = Number.POSITIVE_INFINITY;
  const listeners: (() => void)[] = [];
  const look = async () => {
    room = await freeBytes(folder).then(
      (free) => free - minFreeBytes,
      () => Number.POSITIVE_INFINITY,
    );
    if (room < 0) for (const listener of listeners) listener();
  };
  void look();
  const timer = setInterval(look, checkMilliseconds);
  timer.unref();
  return {
    isLow: () => room < 0,
    room: () => room,
    onLow: (listener) => listeners.push(listener),
    close: () => clearInterval(timer),
  };
}

/** A disk that is not watched: with the database elsewhere reading goes on without it. */
export const unwatchedDisk: DiskSpace = {
  isLow: () => false,
  room: () => Number.POSITIVE_INFINITY,
  onLow() {},
  close() {},
};

/** Reads how many bytes of a folder's disk are free for this process. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
