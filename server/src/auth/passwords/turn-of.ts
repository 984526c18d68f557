import type { Client } from "../../http/client.ts";
import type { Turn } from "../../limits/fair-queue.ts";

/**
 * Says whose turn it is when a signed-in person waits for a hash: a session goes first, as known devices do (rules §3).
 */
export function turnOf(actor: { id: number }, { ip, hasLeft }: Client): Turn {
  return { ip, known: lineOf(actor.id), hasLeft };
}

/** Names the line of an account, in which all its devices and sessions wait. */
export function lineOf(accountId: number): string {
  return `account ${accountId}`;
}
