import type { Role } from "@saha/contract";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";

/**
 * Lets people see what is their own, and these roles what is anybody's; another's is as unknown as nobody's (rules §2).
 */
export function letThrough(actor: Actor, userId: number, anybodysFor: readonly Role[]): void {
  if (actor.id !== userId && !anybodysFor.includes(actor.roleId)) throw new Problem("user.not_found");
}
