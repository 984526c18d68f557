import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { Problem } from "../../errors/problem.ts";
import { isStorageFull } from "../../pictures/pictures.ts";

/** A file of a form, on its way: whose field it is, where its bytes lie and, once they all do, the hash of them. */
export type Upload = { field: string; file: string; hash?: string };

export type FormLimits = { fileBytes: number; milliseconds: number };
/** Rules §6; security: row 16. */
const usual: FormLimits = { fileBytes: 15 * 1024 * 1024, milliseconds: 60_000 };
const maxFields = 60;
/** Fields of files that were left empty come as files too. */
const emptyFiles = 8;
/** What a field may have around its text or file, its name and its type: only an allowance, for none of it is kept. */
const aroundField = 1024;

type Options = {
  contentType: string;
  /** The fields that take a file. */
  files: readonly string[];
  /** The fields whose texts are kept. */
  texts: readonly string[];
  /** As much as all texts, also those that are not kept, may have together with their names. */
  textBytes: number;
  newUpload(): string;
  /** Filled while reading, so that whoever asked can clear away after a refusal too. */
  uploads: Upload[];
  /** Hears how many bytes came, before they are kept. */
  took?(bytes: number): void;
  /** Gives the form up while it is still coming, for the problem that is the reason. */
  giveUp?: AbortSignal;
  limits?: FormLimits;
};

/**
 * Reads a form to its end: texts that the call knows are returned, files are written as they come, each byte counted,
 * none kept in memory. An empty file that has no name was not chosen and counts as not sent. Throws `file.too_large`,
 * `file.unexpected` for a file in any other field or twice in one, `file.not_image` for one without bytes,
 * `request.too_large`, `request.timeout`, `request.broken` and, given up, the reason; the rest of a refused form is not
 * read here (rules §6), and nothing of it stays in memory, however long its caller goes on sending.
 */
export function readForm(payload: Readable, options: Options): Promise<Map<string, string>> {
  const { files, uploads, limits = usual } = options;
  const maxParts = maxFields + files.length + emptyFiles;
  const maxBytes = files.length * limits.fileBytes + options.textBytes + maxParts * aroundField;
  const texts = new Map<string, string>();
  const writing: Promise<void>[] = [];
  const cancel = new AbortController();
  const parser = openParser(options, limits);

  return new Promise((resolve, reject) => {
    let bytes = 0;
    let textBytes = 0;
    const timer = setTimeout(() => refuse(new Problem("request.timeout")), limits.milliseconds);
    const giveUp = () => refuse(options.giveUp?.reason);
    options.giveUp?.addEventListener("abort", giveUp);

    function take(chunk: Buffer): void {
      bytes += chunk.length;
      options.took?.(chunk.length);
      if (cancel.signal.aborted) return;
      if (bytes > maxBytes) refuse(new Problem("request.too_large"));
      else if (!parser.write(chunk)) payload.pause();
    }
    function broken(): void {
      refuse(new Problem("request.broken"));
    }
    function end(): void {
      payload.off("close", broken);
      parser.end();
    }
    function stop(): void {
      clearTimeout(timer);
      options.giveUp?.removeEventListener("abort", giveUp);
      payload.off("data", take).off("end", end).off("close", broken).off("error", broken);
      payload.on("error", ignore).resume();
    }
    function refuse(error: unknown): void {
      if (cancel.signal.aborted) return;
      stop();
      cancel.abort();
      texts.clear();
      Promise.allSettled(writing).then(() => reject(isStorageFull(error) ? busy() : error));
    }

    function onFile(field: string, stream: BusboyFileStream, name: string | undefined): void {
      stream.on("limit", () => refuse(new Problem("file.too_large", { field })));
      // Of the form, or of the disk that its file is written to.
      stream.on("error", (error) => (isStorageFull(error) ? refuse(error) : broken()));
      if (cancel.signal.aborted) return void stream.resume();
      if (!files.includes(field) || uploads.some((upload) => upload.field === field)) {
        stream.on("data", () => refuse(new Problem("file.unexpected", { field })));
        return;
      }
      const upload: Upload = { field, file: "" };
      try {
        upload.file = options.newUpload();
      } catch (error) {
        // Nobody catches what is thrown out of the payload's own event: it would end the process.
        refuse(error);
        return void stream.resume();
      }
      uploads.push(upload);
      const written = write(stream, upload.file, cancel.signal).then(async (hash) => {
        upload.hash = hash;
        if (stream.bytesRead > 0) return;
        if (name) throw new Problem("file.not_image", { field });
        await rm(upload.file);
        uploads.splice(uploads.indexOf(upload), 1);
      });
      writing.push(written);
      written.catch(refuse);
    }
    function onText(name = "", text: string, isNameCut: boolean, isTextCut: boolean): void {
      if (cancel.signal.aborted) return;
      textBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
      // Our own spelling, as the form's may hold all of what stood around the field.
      const known = options.texts.find((field) => field === name);
      if (isNameCut || isTextCut || textBytes > options.textBytes) refuse(new Problem("request.too_large"));
      else if (known !== undefined) texts.set(known, text);
    }

    parser.on("file", onFile).on("field", onText).on("error", broken);
    parser.on("drain", () => payload.resume());
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"]) {
      parser.on(limit, () => refuse(new Problem("request.too_large")));
    }
    parser.on("finish", () => {
      Promise.all(writing).then(() => {
        stop();
        resolve(texts);
      }, refuse);
    });
    payload.on("data", take).on("end", end).on("close", broken).on("error", broken);
  });
}

/**
 * Letters of a header that names a boundary of 70, the longest there is (RFC 2046 §5.1.1). Node's search for one of 252
 * compares all of it at each byte of what is made for that: 400 forms at 36 MB/s kept everybody waiting for 24 s.
 */
const longestType = 128;

function openParser({ contentType, files, textBytes }: Options, { fileBytes }: FormLimits): BusboyInstance {
  if (contentType.length > longestType) throw new Problem("request.broken");
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        fileSize: fileBytes,
        files: files.length + emptyFiles,
        fields: maxFields,
        parts: maxFields + files.length + emptyFiles,
        fieldSize: textBytes,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw new Problem("request.broken");
  }
}

/** Of the module and not of a form, so that a connection on which a form was refused holds nothing of that form. */
function ignore(): void {}

/** Writes a file as its bytes come; returns the hash of them, by which the same file sent again is known (0193). */
async function write(stream: Readable, file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  stream.on("data", (chunk: Buffer) => hash.update(chunk));
  await pipeline(stream, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
  return hash.digest("base64url");
}

function busy(): Problem {
  return new Problem("server.disk_full", { retryAfter: 30 });
}
