import { randomBytes } from "node:crypto";
import { hmac, isSame } from "../process/secrets.ts";
import type { Ceilings } from "./ceilings.ts";
import { networkOf, siteOf } from "./network.ts";

/** A board's wish for a socket: with the key that its browser was given before, or with a proof of work. */
export type BoardHandshake = { ip: string; board: number; key?: string | undefined; proof?: string | undefined };

export type Boards = {
  /**
   * Admits the socket of a board: always by a key that was given before, for two sockets at a time; else up to the
   * ceiling of its network, and beyond it by a proof of work for the call `board`. Answers with the key to keep, and
   * with what gives the place back. Throws `proof.needed` (rules §3).
   */
  admit(handshake: BoardHandshake): Promise<{ key: string; leave(): void }>;
};

const maxOfKey = 2;

/** Opens the places of boards; keys are signed, so that nothing of them is kept. */
export function openBoards(secret: Buffer, ceilings: Ceilings): Boards {
  const open = new Map<string, number>();
  const take = (name: string) => {
    open.set(name, (open.get(name) ?? 0) + 1);
    return () => {
      const left = (open.get(name) ?? 1) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    };
  };
  const seal = (id: string) => hmac(secret, `board\n${id}`).subarray(0, 16);
  const keyOf = (id: string) => `${id}.${seal(id).toString("base64url")}`;
  const makeKey = () => keyOf(randomBytes(9).toString("base64url"));
  // As a whole: one that is spelt in another way would have places of its own.
  const isOurs = (key: string) => isSame(Buffer.from(keyOf(key.split(".", 1)[0] ?? "")), Buffer.from(key));

  return {
    async admit({ ip, key, proof }) {
      const [network, site] = [networkOf(ip), siteOf(ip)];
      const isKnown = key !== undefined && isOurs(key) && (open.get(key) ?? 0) < maxOfKey;
      const count = (name: string | null) => (name === null ? 0 : (open.get(name) ?? 0));
      if (!isKnown)
        await ceilings.pass("board", { ip, proof }, { open: { network: count(network), site: count(site) } });
      const places = [network, ...(site === null ? [] : [site]), ...(isKnown ? [key] : [])].map(take);
      const leave = () => {
        for (const giveBack of places) giveBack();
      };
      return { key: isKnown ? key : makeKey(), leave };
    },
  };
}
