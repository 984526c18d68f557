import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** How much waits for a disk that is full or a reader that stands still; what comes then is dropped and counted. */
const maxWaiting = 16 * 1024 * 1024;
/** Fewer bytes wait for the next flush. */
const worthWriting = 4 * 1024;
/** As much is written at once. */
const chunkLength = 16 * 1024;
const flushMilliseconds = 250;
/** A pipe that is full is tried sooner than a disk. */
const fullPipeMilliseconds = 25;
/** As long waits the end of the process for a reader who takes nothing from a full pipe. */
const endMilliseconds = 2_000;
const nothing = Buffer.alloc(0);

/**
 * Writes lines behind the answers, so that none waits for a disk or a terminal; after a quarter of a second, and at the
 * end. Where they can't be written (the disk is full, nobody reads) they wait and are tried again with each flush; it
 * takes no more memory than `maxWaiting`, and tells how many lines are missing after. At the end what still can't be
 * written is given up: sonic-boom, pino's own, tries a full disk again for ever.
 */
export function logOutput(fd: number): DestinationStream {
  const waiting: string[] = [];
  let bytes = 0;
  let underWay = nothing;
  let isWriting = false;
  let isStuck = false;
  let dropped = 0;

  function add(line: string): void {
    const last = waiting.length - 1;
    if ((waiting[last]?.length ?? chunkLength) < chunkLength) waiting[last] += line;
    else waiting.push(line);
    bytes += Buffer.byteLength(line);
  }

  function flush(): void {
    if (isWriting) return;
    if (underWay.length === 0) underWay = Buffer.from(waiting.shift() ?? "");
    if (underWay.length === 0) return;
    isWriting = true;
    write(fd, underWay, written);
  }

  function written(error: NodeJS.ErrnoException | null, count: number): void {
    isWriting = false;
    isStuck = error !== null;
    if (error?.code === "EPIPE") giveUp();
    if (error?.code === "EAGAIN") setTimeout(flush, fullPipeMilliseconds).unref();
    if (error) return;
    underWay = underWay.subarray(count);
    bytes -= count;
    if (dropped > 0) add(missing(dropped));
    dropped = 0;
    if (underWay.length > 0 || bytes >= worthWriting) flush();
  }

  /** Whoever read it is gone for good. */
  function giveUp(): void {
    clearInterval(timer);
    process.off("exit", end);
    output.write = () => {};
  }

  function end(): void {
    // What is being written is left to the thread that writes it.
    const rest = [isWriting ? nothing : underWay, Buffer.from(waiting.join(""))];
    if (dropped > 0) rest.push(Buffer.from(missing(dropped)));
    writeAll(fd, Buffer.concat(rest));
  }

  const output = {
    write(line: string) {
      if (bytes + Buffer.byteLength(line) > maxWaiting) {
        dropped += 1;
        return;
      }
      add(line);
      if (!isStuck && bytes >= worthWriting) flush();
    },
  };
  const timer = setInterval(flush, flushMilliseconds);
  timer.unref();
  process.on("exit", end);
  return output;
}

function missing(dropped: number): string {
  const line = { level: 40, time: new Date().toISOString(), dropped, msg: "lines that could not be written in time" };
  return `${JSON.stringify(line)}\n`;
}

/** Writes to the end, or until it can't. */
function writeAll(fd: number, text: Buffer): void {
  const sleeping = new Int32Array(new SharedArrayBuffer(4));
  let latest = Date.now() + endMilliseconds;
  for (let at = 0; at < text.length; ) {
    try {
      at += writeSync(fd, text, at);
      latest = Date.now() + endMilliseconds;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || Date.now() > latest) return;
      Atomics.wait(sleeping, 0, 0, fullPipeMilliseconds);
    }
  }
}
