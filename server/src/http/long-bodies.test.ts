import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { openLongBodies } from "./long-bodies.ts";

/** Who sends a body from an address; `end` is where it has been answered. */
function openSender(take: ReturnType<typeof openLongBodies>) {
  return (ip: string, bytes: number) => {
    const raw = new EventEmitter();
    const request = { raw: { headers: { "content-length": String(bytes) } }, client: { ip } };
    const refused = take(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply);
    return { code: refused?.code, end: () => raw.emit("close") };
  };
}

test("so many long bodies of a network are under way; short ones and other networks have theirs", () => {
  const send = openSender(openLongBodies(4_096, 2));
  const [first] = [send("192.0.2.1", 5_000), send("192.0.2.1", 5_000)];
  expect(send("192.0.2.1", 5_000).code).toBe("server.busy");
  expect(send("192.0.2.1", 4_096).code).toBeUndefined();
  expect(send("192.0.2.2", 5_000).code).toBeUndefined();
  first?.end();
  expect(send("192.0.2.1", 5_000).code).toBeUndefined();
  expect(send("192.0.2.1", 5_000).code).toBe("server.busy");
});

test("an IPv6 site is one network", () => {
  const send = openSender(openLongBodies(4_096, 1));
  expect(send("2001:db8:0:1::1", 5_000).code).toBeUndefined();
  expect(send("2001:db8:0:2::1", 5_000).code).toBe("server.busy");
});
