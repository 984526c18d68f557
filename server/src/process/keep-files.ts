import { Readable } from "node:stream";

type Kept<Asker> = { bytes: Promise<Buffer | undefined>; askers: Asker[] | undefined; size: number; until: number };

/** What is longer leaves in parts of this size, so that who never reads them makes no answer wait in memory. */
const part = 16_384;
/**
 * Beyond it each part has a turn of its own: the kernel takes 2 MB for a caller who reads nothing, all at once if it
 * may.
 */
const atOnce = 65_536;

export type KeptFiles<Asker = void> = {
  get(name: string, asker: Asker): Promise<Buffer | undefined>;
  drop(name: string): void;
};

/**
 * Opens a memory of files: each is read once for all who ask for it, and the bytes of those asked for last are kept, up
 * to `maxBytes` and `maxAgeMs`. With a handle and a stream for each caller 10,000 who asked for a large file and read
 * nothing took all handles, and held everybody up for 10 s (security: row 22). `read` sees who wait for it; those who
 * come while it reads are added.
 */
export function keepFiles<Asker = void>(
  read: (name: string, askers: Asker[]) => Promise<Buffer | undefined>,
  { maxBytes, maxAgeMs = Number.POSITIVE_INFINITY }: { maxBytes: number; maxAgeMs?: number },
): KeptFiles<Asker> {
  const kept = new Map<string, Kept<Asker>>();
  let size = 0;

  function drop(name: string): void {
    size -= kept.get(name)?.size ?? 0;
    kept.delete(name);
  }

  function begin(name: string, asker: Asker): Kept<Asker> {
    const askers = [asker];
    const bytes = read(name, askers);
    const file: Kept<Asker> = { bytes, askers, size: 0, until: Number.POSITIVE_INFINITY };
    const end = (length: number | undefined) => {
      file.askers = undefined;
      file.until = performance.now() + maxAgeMs;
      if (kept.get(name) !== file) return;
      if (length === undefined) return drop(name);
      file.size = length;
      size += length;
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
    };
    bytes.then(
      (bytes) => end(bytes?.length),
      () => end(undefined),
    );
    return file;
  }

  return {
    get(name, asker) {
      const known = kept.get(name);
      const file = known && known.until > performance.now() ? known : undefined;
      if (known && !file) drop(name);
      file?.askers?.push(asker);
      const found = file ?? begin(name, asker);
      // Whatever is asked for goes to the end of the line of those that are dropped.
      kept.delete(name);
      kept.set(name, found);
      return found.bytes;
    },
    drop,
  };
}

/**
 * Gives bytes as they are sent: short ones whole, longer ones as a stream of parts, all of them views of the same
 * memory, which is held until the last has left.
 */
export function inParts(bytes: Buffer): Buffer | Readable {
  if (bytes.length <= part) return bytes;
  let at = 0;
  return new Readable({
    highWaterMark: part,
    read() {
      const next = bytes.subarray(at, at + part);
      const push = () => this.push(next.length > 0 ? next : null);
      if (at < atOnce) push();
      else setImmediate(push);
      at += part;
    },
  });
}
