import type { FastifyReply } from "fastify";

/**
 * Data that the database has written as JSON itself, for a list so long that encoding it here would keep everybody else
 * waiting: 50,000 rows took the event loop half a second. Nothing checks it against the contract on its way, so that a
 * test of the call must.
 */
export class EncodedAnswer<T> {
  readonly #json: string;
  /** Never there; ties the answer to its contract. */
  declare readonly data: T;

  constructor(json: string) {
    this.#json = json;
  }

  get text(): string {
    return `{"data":${this.#json}}`;
  }

  send(reply: FastifyReply): FastifyReply {
    return reply.type("application/json; charset=utf-8").send(this.text);
  }
}
