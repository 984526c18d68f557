import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { holdInParts } from "../process/held-answers.ts";

/** Content encodings, in the order of preference. */
export type Packing = "br" | "gzip" | "identity";

/** A shorter answer is sent as it is. */
export const minBytes = 4096;
/** Up to so many bytes are compressed at once, within some 0.1 ms, which is less than what another thread costs. */
export const maxSyncBytes = 16_384;
/** What is longer leaves in parts: handed over whole, 2 MB for each of 300 callers held others up for up to 1 s. */
const maxWholeBytes = 65_536;
/** Quality 1 compresses a list within 8 % of quality 4 in half its time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const brotliInThread = promisify(brotliCompress);
const gzipInThread = promisify(gzip);

/**
 * Chooses a content encoding that the caller takes. A name is looked for from its first letter alone: tried from each
 * of its letters, a name of 15,000 held everybody up for 0.25 s (security: row 16).
 */
export function packingFor(accepted: string | string[] | undefined): Packing {
  const words = String(accepted ?? "").replaceAll(/\b\w+ *; *q=0(\.0*)?(?![\d.])/g, "");
  return /\bbr\b/.test(words) ? "br" : /\bgzip\b/.test(words) ? "gzip" : "identity";
}

/** Compresses beside the thread that answers. */
export function packInThread(
  packing: "br" | "gzip",
  text: string | Buffer,
  options: BrotliOptions = brotliOptions,
): Promise<Buffer> {
  return packing === "br" ? brotliInThread(text, options) : gzipInThread(text);
}

/**
 * Compresses long text answers, whole: a stream would keep the text and its encoder in memory for as long as its caller
 * takes to read, a buffer is a tenth of the text (security: row 22). Files are compressed when the web is built.
 * Answers that are still long leave in parts, whoever has encoded them, and count as memory that waits (0145).
 */
export function packAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const packed = typeof payload === "string" ? await packText(request, reply, payload) : payload;
    if (!(typeof packed === "string" || Buffer.isBuffer(packed)) || packed.length <= maxWholeBytes) return packed;
    const bytes = Buffer.isBuffer(packed) ? packed : Buffer.from(packed);
    reply.header("content-length", bytes.length);
    return holdInParts(reply.raw, bytes);
  });
}

async function packText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  if (text.length < minBytes || reply.hasHeader("content-encoding")) return text;
  reply.header("vary", "accept-encoding");
  const packing = packingFor(request.headers["accept-encoding"]);
  if (packing === "identity") return text;
  reply.header("content-encoding", packing).removeHeader("content-length");
  if (text.length <= maxSyncBytes) return packing === "br" ? brotliCompressSync(text, brotliOptions) : gzipSync(text);
  return packInThread(packing, text);
}
