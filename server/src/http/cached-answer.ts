import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { forAll } from "../database/connection-line.ts";
import { packingFor } from "./packing.ts";

const maxThrottled = 20;
const tooSmallToPack = 1400;

/** Data that reads the same for everybody who may ask, with the bytes that it is sent as. */
export class CachedAnswer<T> {
  readonly data: T;
  readonly #bytes = new Map<string, Buffer>();

  constructor(data: T) {
    this.data = data;
  }

  /** Sends it as its schema encodes it, packed as the caller can read it; encoded and packed by the first who asks. */
  send(request: FastifyRequest, reply: FastifyReply, encode: (data: T) => string): FastifyReply {
    const plain = this.#kept("identity", () => Buffer.from(encode(this.data)));
    const packing = plain.length < tooSmallToPack ? "identity" : packingFor(request.headers["accept-encoding"]);
    if (packing !== "identity") reply.header("content-encoding", packing);
    if (plain.length >= tooSmallToPack) reply.header("vary", "accept-encoding");
    return reply
      .type("application/json; charset=utf-8")
      .send(this.#kept(packing, () => (packing === "br" ? brotliCompressSync(plain, { params }) : gzipSync(plain))));
  }

  #kept(packing: string, make: () => Buffer): Buffer {
    const bytes = this.#bytes.get(packing) ?? make();
    this.#bytes.set(packing, bytes);
    return bytes;
  }
}

const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

export type AnswerCache<T> = {
  get(): Promise<CachedAnswer<T>>;
  /** What was read is out of date: whoever asks from now on gets what is read from now on. */
  invalidate(): void;
  /** The same for what changes all the time in a rush: only so often a second that reading stays cheap. */
  invalidateThrottled(): void;
};

/** Reads once for everybody who asks within a second, or as long as told, whatever the crowd (performance: reads). */
export function cacheAnswer<T>(read: () => Promise<T>, { maxAgeMs = 950 } = {}): AnswerCache<T> {
  let current: { answer: Promise<CachedAnswer<T>>; until: number } | undefined;
  let throttled = { count: 0, until: 0 };

  function begin(now: number) {
    const begun = { answer: forAll(read).then((data) => new CachedAnswer(data)), until: now + maxAgeMs };
    begun.answer.catch(() => {
      if (current === begun) current = undefined;
    });
    return begun;
  }

  return {
    get() {
      const now = performance.now();
      if (!current || current.until <= now) current = begin(now);
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
