import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import type { Peers } from "../limits/ring.ts";
import { openLongBodies } from "./long-bodies.ts";

type Sent = { ip?: string; bytes?: number; id?: number; peers?: Peers; isGone?: boolean };

/** Who sends a body, by a connection of its own; `end` is where it has been answered. */
function openSender(take: ReturnType<typeof openLongBodies>) {
  let count = 0;
  return ({ ip = "192.0.2.1", bytes = 5_000, id = ++count, peers, isGone = false }: Sent = {}) => {
    const raw = new EventEmitter();
    const socket = Object.assign(new EventEmitter(), { closed: isGone });
    const headers = { "content-length": String(bytes) };
    const request = { raw: { headers, socket }, client: { ip }, actor: { id, peers } };
    const refused = take(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply);
    return { code: refused?.code, end: () => raw.emit("close"), hangUp: () => socket.emit("close") };
  };
}

test("so many long bodies of a network are under way; short ones and other networks have theirs", () => {
  const send = openSender(openLongBodies(4_096, { account: 4, group: 2 }));
  const [first] = [send(), send()];
  expect(send().code).toBe("server.busy");
  expect(send({ bytes: 4_096 }).code).toBeUndefined();
  expect(send({ ip: "192.0.2.2" }).code).toBeUndefined();
  first?.end();
  expect(send().code).toBeUndefined();
  expect(send().code).toBe("server.busy");
});

test("those of accounts that cost nothing leave theirs to who was let in or is verified", () => {
  const send = openSender(openLongBodies(4_096, { account: 4, group: 1 }));
  expect(send().code).toBeUndefined();
  expect(send().code).toBe("server.busy");
  expect(send({ peers: "let in" }).code).toBeUndefined();
  expect(send({ peers: "verified" }).code).toBeUndefined();
  expect(send({ peers: "verified" }).code).toBe("server.busy");
});

test("one account has a few, and an IPv6 site is one network", () => {
  const send = openSender(openLongBodies(4_096, { account: 1, group: 2 }));
  expect(send({ id: 7 }).code).toBeUndefined();
  expect(send({ id: 7 }).code).toBe("server.busy");
  expect(send({ ip: "2001:db8:0:1::1" }).code).toBeUndefined();
  expect(send({ ip: "2001:db8:0:2::1" }).code).toBeUndefined();
  expect(send({ ip: "2001:db8:0:3::1" }).code).toBe("server.busy");
});

test("a place is given back once, whether the answer ends or the connection, and who has hung up takes none", () => {
  const send = openSender(openLongBodies(4_096, { account: 4, group: 2 }));
  for (let n = 0; n < 5; n++) expect(send({ isGone: true }).code).toBeUndefined();
  const [first, second] = [send(), send()];
  first.hangUp();
  first.end();
  expect(send().code).toBeUndefined();
  expect(send().code).toBe("server.busy");
  second.end();
  second.hangUp();
  expect(send().code).toBeUndefined();
  expect(send().code).toBe("server.busy");
});
