import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../errors/problem.ts";
import { networkOf, siteOf } from "../limits/network.ts";

const retryAfter = 5;

/**
 * Opens places for bodies that are longer than `usual` bytes: so many of a network, or a site, may be under way. Who
 * waits for a connection to the database keeps the own body, and a hall answers its surveys in milliseconds each: 200
 * are more than all who do so at once. Hands out `server.busy` to all further ones.
 */
export function openLongBodies(usual: number, max = 200) {
  const underWay = new Map<string, number>();
  return ({ raw, client }: FastifyRequest, reply: FastifyReply): Problem | undefined => {
    if (!(Number(raw.headers["content-length"]) > usual)) return undefined;
    const network = siteOf(client.ip) ?? networkOf(client.ip);
    const count = underWay.get(network) ?? 0;
    if (count >= max) return new Problem("server.busy", { retryAfter });
    underWay.set(network, count + 1);
    reply.raw.once("close", () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
    return undefined;
  };
}
