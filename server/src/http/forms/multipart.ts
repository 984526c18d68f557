import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { Problem } from "../../errors/problem.ts";
import { isStorageFull } from "../../pictures/pictures.ts";

/** A file of a form, on its way: whose field it is and where its bytes lie. */
export type Upload = { field: string; file: string };

export type FormLimits = { fileBytes: number; milliseconds: number };
/** Rules §6; security: row 16. */
const usual: FormLimits = { fileBytes: 15 * 1024 * 1024, milliseconds: 60_000 };
const maxFields = 60;
const maxTextBytes = 64 * 1024;

type Options = {
  contentType: string;
  /** The fields that take a file. */
  files: readonly string[];
  newUpload(): string;
  /** Filled while reading, so that whoever asked can clear away after a refusal too. */
  uploads: Upload[];
  /** Gives the form up while it is still coming. */
  giveUp?: AbortSignal;
  limits?: FormLimits;
};

/**
 * Reads a form to its end: texts are returned, files are written as they come, each byte counted, none kept in memory.
 * An empty file that has no name was not chosen and counts as not sent. Throws `file.too_large`, `file.unexpected` for
 * a file in any other field or twice in one, `file.not_image` for one without bytes, `request.too_large`,
 * `request.timeout`, `request.broken` and, given up, `server.busy`; the rest of a refused form is not read here (rules
 * §6).
 */
export function readForm(payload: Readable, options: Options): Promise<[string, string][]> {
  const { files, uploads, limits = usual } = options;
  const maxBytes = files.length * limits.fileBytes + maxFields * maxTextBytes;
  const texts: [string, string][] = [];
  const writing: Promise<void>[] = [];
  const cancel = new AbortController();
  const parser = openParser(options.contentType, files.length, limits);

  return new Promise((resolve, reject) => {
    let bytes = 0;
    const timer = setTimeout(() => refuse(new Problem("request.timeout")), limits.milliseconds);
    const giveUp = () => refuse(new Problem("server.busy", { retryAfter: 5 }));
    options.giveUp?.addEventListener("abort", giveUp);

    function take(chunk: Buffer): void {
      bytes += chunk.length;
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
      payload.on("error", () => {}).resume();
    }
    function refuse(error: unknown): void {
      if (cancel.signal.aborted) return;
      stop();
      cancel.abort();
      Promise.allSettled(writing).then(() => reject(isStorageFull(error) ? busy() : error));
    }

    function onFile(field: string, stream: BusboyFileStream, name: string | undefined): void {
      stream.on("limit", () => refuse(new Problem("file.too_large", { field })));
      stream.on("error", broken);
      if (!files.includes(field) || uploads.some((upload) => upload.field === field)) {
        stream.on("data", () => refuse(new Problem("file.unexpected", { field })));
        return;
      }
      const upload = { field, file: options.newUpload() };
      uploads.push(upload);
      const written = write(stream, upload.file, cancel.signal).then(async () => {
        if (stream.bytesRead > 0) return;
        if (name) throw new Problem("file.not_image", { field });
        await rm(upload.file);
        uploads.splice(uploads.indexOf(upload), 1);
      });
      writing.push(written);
      written.catch(refuse);
    }
    function onText(name: string, text: string, isNameCut: boolean, isTextCut: boolean): void {
      if (isNameCut || isTextCut) refuse(new Problem("request.too_large"));
      else if (typeof name === "string") texts.push([name, text]);
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

function openParser(contentType: string, files: number, { fileBytes }: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        fileSize: fileBytes,
        // Fields that were left empty come as files too.
        files: files + 8,
        fields: maxFields,
        parts: maxFields + files + 8,
        fieldSize: maxTextBytes,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw new Problem("request.broken");
  }
}

function write(stream: Readable, file: string, signal: AbortSignal): Promise<void> {
  return pipeline(stream, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
}

function busy(): Problem {
  return new Problem("server.disk_full", { retryAfter: 30 });
}
