import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";
import { Problem } from "../errors/problem.ts";
import type { Turn } from "../limits/fair-queue.ts";
import type { Config } from "../process/config.ts";
import { makeDataDir } from "../process/data-dir.ts";
import { keepFiles } from "../process/keep-files.ts";
import type { KeptSize } from "./render.ts";
import { openRenderer, type RendererLimits } from "./renderer.ts";
import { localStorage, type Storage } from "./storage.ts";
import { listUnused, openByteRemoval } from "./unused-files.ts";

/** Uploaded pictures, from a stranger's bytes to a path that a screen shows (rules §6, security: row 13). */
export type Pictures = {
  /** A new file to write an upload to; the caller removes it. */
  newUpload(): string;
  /**
   * Makes a clean picture of an upload and keeps it under `path`, before the effect whose row will show it; throws the
   * problems of `renderPicture`. A row shows it by a foreign key to `files`, or it goes with the next sweep.
   */
  keep(upload: string, path: string, turn?: Turn, size?: KeptSize): Promise<void>;
  /**
   * Removes those of the pictures that nothing shows any more. Call it after the commit. Never throws, and waits for no
   * bucket: what is there goes later (decision 0167).
   */
  release(paths: (string | null | undefined)[]): Promise<void>;
  /** Removes what crashes left behind: pictures that nothing shows, uploads that nobody waits for. Returns how many. */
  sweep(): Promise<number>;
  /** A kept picture; undefined for any name that is none. */
  open(name: string, turn: Turn): Promise<Buffer | undefined>;
  close(): void;
};

type Options = {
  config: Pick<Config, "dataDir" | "s3">;
  database: Database;
  onError: (error: unknown) => void;
  limits?: Partial<RendererLimits>;
};

/** Nothing takes this long from the upload to the commit. */
const abandonedAfter = 60 * 60_000;
/** Those that a crowd looks at; one that another process removed is gone within the minute. */
const memory = { maxBytes: 64 * 1024 * 1024, maxAgeMs: 60_000 };

export function openPictures({ config, database, onError, limits }: Options): Pictures {
  const uploads = join(config.dataDir, "uploads");
  const storage = storageFor(config, database, onError).then(
    (files): Storage => ({
      ...files,
      async remove(name) {
        await files.remove(name);
        kept.drop(name);
      },
    }),
  );
  const kept = keepFiles(async (name, turns: Turn[]) => (await storage).get(name, turnOfAll(turns)), memory);
  const renderer = openRenderer(limits);
  let isClosed = false;
  // What is under way when the database closes is still listed.
  const removeBytes = openByteRemoval(database, storage, (error) => isClosed || onError(error));

  return {
    newUpload() {
      makeDataDir(uploads);
      return join(uploads, randomBytes(16).toString("base64url"));
    },

    async keep(upload, path, turn, size) {
      const rendered = `${upload}.webp`;
      try {
        await renderer.render(upload, rendered, turn, size);
        await database.query.insertInto("files").values({ path }).execute();
        await (await storage).put(basename(path), rendered);
      } catch (error) {
        throw isStorageFull(error) ? new Problem("server.disk_full", { retryAfter: 30 }) : error;
      } finally {
        await rm(rendered, { force: true });
      }
    },

    async release(paths) {
      const wanted = paths.filter((path) => typeof path === "string");
      if (wanted.length === 0) return;
      await listUnused(database, { paths: wanted }).catch(onError);
      const removed = removeBytes();
      if (config.s3 === null) await removed;
    },

    async sweep() {
      const left = await abandoned(uploads);
      await Promise.all(left.map((file) => rm(file, { force: true })));
      const listed = await listUnused(database, { olderThan: abandonedAfter });
      await removeBytes();
      return left.length + listed;
    },

    open: async (name, turn) => (isPictureName(name) ? kept.get(name, turn) : undefined),
    close() {
      isClosed = true;
      renderer.close();
    },
  };
}

/** A path that nobody can guess and that no text of a stranger has a part in. */
export function newPicturePath(): string {
  return `/files/${randomBytes(16).toString("base64url")}.webp`;
}

function isPictureName(name: string): boolean {
  return /^[\w-]{22}\.webp$/.test(name);
}

/** The turn of all who wait for one picture: that of the first, until the last of them has left. */
function turnOfAll(turns: Turn[]): Turn {
  return { ip: turns[0]?.ip ?? "", hasLeft: () => turns.every(({ hasLeft }) => hasLeft?.() ?? false) };
}

async function storageFor(
  { s3, dataDir }: Options["config"],
  { query }: Database,
  onError: Options["onError"],
): Promise<Storage> {
  if (s3 === null) return localStorage(join(dataDir, "files"));
  const { s3Storage } = await import("./s3-storage.ts");
  const bucket = s3Storage(s3);
  const isKept = nameFinder(query);
  /** Whatever a bucket does, it passes: the caller is told to try again, the operator what it was. */
  const orBusy = async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (error instanceof Problem) throw error;
      onError(error);
      throw new Problem("server.busy", { retryAfter: 30 });
    });
  return {
    ...bucket,
    put: (name, from) => orBusy(bucket.put(name, from)),
    // Every question is paid for, and a stranger makes up names as fast as they can be refused (0162).
    get: async (name, turn) => ((await isKept(name)) ? orBusy(bucket.get(name, turn)) : undefined),
  };
}

/** Finds by its name whether a picture has a row; one reading at a time, for strangers ask. */
function nameFinder(query: Database["query"]): (name: string) => Promise<boolean | undefined> {
  return batchLoad(
    async (names: string[]) => {
      const paths = names.map((name) => `/files/${name}`);
      const isAsked = sql<boolean>`path = any(${paths}::text[])`;
      const rows = await query.selectFrom("files").select("path").where(isAsked).execute();
      return new Map(rows.map(({ path }) => [basename(path), true]));
    },
    { oneAtATime: true },
  );
}

async function abandoned(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      return Date.now() - mtimeMs > abandonedAfter ? [file] : [];
    }),
  );
  return files.flat();
}

/** A full or read-only disk, too many open files: it passes, and reading goes on meanwhile (security: faults). */
export function isStorageFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|EIO)$/.test((error as NodeJS.ErrnoException).code ?? "");
}
