import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../errors/problem.ts";
import { placeOfMember } from "../limits/ring.ts";

/** How many may be under way, of an account and of those of a network that take turns with it. */
type Most = { account: number; group: number };
/** More than a person sends at once; and than a hall does, which answers its surveys in milliseconds each. */
const most: Most = { account: 4, group: 200 };
const retryAfter = 5;

/**
 * Opens places for bodies that are longer than `usual` bytes: whoever waits for a connection to the database keeps the
 * own body. Accounts of a network that cost nothing take none from those that were let in or are verified (0182).
 * Hands out `server.busy` where there is none left.
 */
export function openLongBodies(usual: number, { account, group }: Most = most) {
  const underWay = new Map<string, number>();
  const count = (name: string, by: number) => {
    const now = (underWay.get(name) ?? 0) + by;
    if (now > 0) underWay.set(name, now);
    else underWay.delete(name);
  };

  return ({ raw, client, actor }: FastifyRequest, reply: FastifyReply): Problem | undefined => {
    const { headers, socket } = raw;
    // Of whoever has hung up by now no end would be heard, and the place would never be given back.
    if (!actor || !(Number(headers["content-length"]) > usual) || socket.closed) return undefined;
    const names = [`account ${actor.id}`, String(placeOfMember(client.ip, "", actor.peers).group)];
    const isFull = names.some((name, at) => (underWay.get(name) ?? 0) >= (at === 0 ? account : group));
    if (isFull) return new Problem("server.busy", { retryAfter });
    for (const name of names) count(name, 1);
    const giveBack = () => {
      reply.raw.off("close", giveBack);
      socket.off("close", giveBack);
      for (const name of names) count(name, -1);
    };
    reply.raw.once("close", giveBack);
    socket.once("close", giveBack);
    return undefined;
  };
}
