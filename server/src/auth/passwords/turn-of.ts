import { isStaff, type Role } from "@saha/contract";
import type { Actor, Client } from "../../http/client.ts";
import type { Turn } from "../../limits/fair-queue.ts";

const dayMs = 86_400_000;

/**
 * Says whose turn it is when a signed-in person waits for a hash: a session goes first, as known devices do (rules §3).
 */
export function turnOf({ id, roleId }: Actor, { ip, hasLeft }: Client): Turn {
  return { ip, known: lineOf(id), isOfNetwork: !isStaff(roleId), hasLeft };
}

/** Names the line of an account, in which all its devices and sessions wait. */
export function lineOf(accountId: number): string {
  return `account ${accountId}`;
}

type Made = { roleId: Role; isVerified: boolean; createdAt: string };

/**
 * Tests whether an account is one that nobody makes by the hundred at the gate: the staff's, a day and longer old, or
 * with a verified address. It has turns by itself, others share their network's (0182; letters: 0155).
 */
export function isSettled({ roleId, isVerified, createdAt }: Made): boolean {
  return isVerified || isStaff(roleId) || Date.now() - Date.parse(createdAt) > dayMs;
}
