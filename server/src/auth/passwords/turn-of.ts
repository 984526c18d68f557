import { isStaff } from "@saha/contract";
import type { Actor, Client } from "../../http/client.ts";
import type { Turn } from "../../limits/fair-queue.ts";

/**
 * Says whose turn it is when a known device or a session waits for a hash: it goes first (rules §3), the staff by
 * accounts, attendees by networks and in each by accounts. With a turn for each account 300 of them, whoever they were,
 * kept all known devices waiting, the gates' too (0182).
 */
export function turnOf(
  { id, roleId, peers }: Pick<Actor, "id" | "roleId"> & Partial<Actor>,
  { ip, hasLeft }: Pick<Client, "ip" | "hasLeft">,
): Turn {
  return { ip, known: `account ${id}`, isOfNetwork: !isStaff(roleId), peers, hasLeft };
}
