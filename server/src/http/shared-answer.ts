import type { FastifyReply, FastifyRequest } from "fastify";
import { forAll } from "../database/connection-line.ts";
import { EncodedAnswer } from "./encoded-answer.ts";
import { minBytes, type Packing, packInThread, packingFor } from "./packing.ts";

/** A long list that several asked for at once, with the bytes that all of them are sent: encoded and packed once. */
export class SharedAnswer<T> {
  readonly #read: T | EncodedAnswer<T>;
  readonly #bytes = new Map<Packing, Promise<Buffer>>();
  /** Never there; ties the answer to its contract. */
  declare readonly data: T;

  constructor(read: T | EncodedAnswer<T>) {
    this.#read = read;
  }

  async send(request: FastifyRequest, reply: FastifyReply, encode: (data: T) => string): Promise<FastifyReply> {
    const { length } = await this.#packed("identity", encode);
    const packing = length < minBytes ? "identity" : packingFor(request.headers["accept-encoding"]);
    if (packing !== "identity") reply.header("content-encoding", packing);
    if (length >= minBytes) reply.header("vary", "accept-encoding");
    return reply.type("application/json; charset=utf-8").send(await this.#packed(packing, encode));
  }

  #packed(packing: Packing, encode: (data: T) => string): Promise<Buffer> {
    const bytes = this.#bytes.get(packing) ?? this.#pack(packing, encode);
    this.#bytes.set(packing, bytes);
    return bytes;
  }

  async #pack(packing: Packing, encode: (data: T) => string): Promise<Buffer> {
    if (packing !== "identity") return packInThread(packing, await this.#packed("identity", encode));
    return Buffer.from(this.#read instanceof EncodedAnswer ? this.#read.text : encode(this.#read));
  }
}

/**
 * Reads a long list once for all who ask for it while it is being read: whoever comes meanwhile waits for one further
 * reading, which they share. So at most one is under way and one ahead, and nobody gets what was read before asking: a
 * change is in the list that is asked for after it (issue 11: twenty at once).
 */
export function shareAnswer<T>(read: () => Promise<T | EncodedAnswer<T>>): () => Promise<SharedAnswer<T>> {
  let running: Promise<unknown> = Promise.resolve();
  let ahead: Promise<SharedAnswer<T>> | undefined;
  return () => {
    ahead ??= running.then(() => {
      ahead = undefined;
      const reading = forAll(read);
      // That it is over, not what was read: that would be kept for as long as nobody asks again.
      running = reading.then(
        () => {},
        () => {},
      );
      return reading.then((data) => new SharedAnswer(data));
    });
    return ahead;
  };
}

const maxKept = 500;

/** The same for lists that differ by a key, such as a booth: each is read once for all who ask for it. */
export function shareAnswers<Key, T>(read: (key: Key) => Promise<T | EncodedAnswer<T>>) {
  const shared = new Map<Key, () => Promise<SharedAnswer<T>>>();
  return (key: Key): Promise<SharedAnswer<T>> => {
    const ask = shared.get(key) ?? shareAnswer(() => read(key));
    if (shared.size >= maxKept) shared.clear();
    shared.set(key, ask);
    return ask();
  };
}
