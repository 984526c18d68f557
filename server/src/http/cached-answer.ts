import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { forAll } from "../database/connection-line.ts";
import { maxSyncBytes, packInThread, packingFor } from "./packing.ts";

const maxThrottled = 20;
const tooSmallToPack = 1400;

/** Data that reads the same for everybody who may ask, with the bytes that it is sent as. */
export class CachedAnswer<T> {
  readonly data: T;
  #plain: Buffer | undefined;
  readonly #packed = new Map<string, Buffer | Promise<Buffer>>();

  constructor(data: T) {
    this.data = data;
  }

  /** Sends it as its schema encodes it, packed as the caller can read it; encoded and packed by the first who asks. */
  async send(request: FastifyRequest, reply: FastifyReply, encode: (data: T) => string): Promise<FastifyReply> {
    this.#plain ??= Buffer.from(encode(this.data));
    const plain = this.#plain;
    const packing = plain.length < tooSmallToPack ? "identity" : packingFor(request.headers["accept-encoding"]);
    if (plain.length >= tooSmallToPack) reply.header("vary", "accept-encoding");
    reply.type("application/json; charset=utf-8");
    if (packing === "identity") return reply.send(plain);
    const packed = this.#packed.get(packing) ?? pack(packing, plain);
    this.#packed.set(packing, packed);
    return reply.header("content-encoding", packing).send(await packed);
  }
}

/** What many are sent is worth more work than one answer is. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Long ones beside the thread that answers: the standings of 10,000 players took it 40 ms in each packing. */
function pack(packing: "br" | "gzip", plain: Buffer): Buffer | Promise<Buffer> {
  if (plain.length > maxSyncBytes) return packInThread(packing, plain, brotliOptions);
  return packing === "br" ? brotliCompressSync(plain, brotliOptions) : gzipSync(plain);
}

export type AnswerCache<T> = {
  get(): Promise<CachedAnswer<T>>;
  /** What was read is out of date: whoever asks from now on gets what is read from now on. */
  invalidate(): void;
  /** The same for what changes all the time in a rush: only so often a second that reading stays cheap. */
  invalidateThrottled(): void;
};

/**
 * Reads once for everybody who asks within a second, or as long as told, whatever the crowd (performance: reads). A
 * reading that finds out when it will be out of date says so, in milliseconds since it began.
 */
export function cacheAnswer<T>(
  read: (keepFor: (ms: number) => void) => Promise<T>,
  { maxAgeMs = 950 } = {},
): AnswerCache<T> {
  let current: { answer: Promise<CachedAnswer<T>>; isOver(at: number): boolean } | undefined;
  let throttled = { count: 0, until: 0 };

  function begin(now: number) {
    let until = now + maxAgeMs;
    const keepFor = (ms: number) => {
      until = Math.min(until, now + ms);
    };
    const answer = forAll(() => read(keepFor)).then((data) => new CachedAnswer(data));
    const begun = { answer, isOver: (at: number) => until <= at };
    begun.answer.catch(() => {
      if (current === begun) current = undefined;
    });
    return begun;
  }

  return {
    get() {
      const now = performance.now();
      if (!current || current.isOver(now)) current = begin(now);
      return current.answer;
    },
    invalidate() {
      current = undefined;
    },
    invalidateThrottled() {
      const now = performance.now();
      if (throttled.until <= now) throttled = { count: 0, until: now + 1000 };
      if (++throttled.count <= maxThrottled) current = undefined;
    },
  };
}
