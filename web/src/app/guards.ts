import type { Role, User } from "@saha/contract";
import type { MemberScreen } from "./screens/screen.ts";

/** Where a guard sends a visitor whom it does not let through. */
export type Detour = "/login" | "/";

/** Looks at who is there and lets through or sends elsewhere; never changes anything, since preloading runs it too. */
export type Guard = (visitor: User | null) => true | Detour;

/** Lets members through, sends visitors to login (spec §2). */
export const requiresSession: Guard = (visitor) => (visitor ? true : "/login");

/** Lets the listed roles through, sends others home (spec §2). */
export function allowsRoles(...allowed: Role[]): Guard {
  return (visitor) => (visitor && allowed.includes(visitor.roleId) ? true : "/");
}

/** The guards of a screen for members: for its roles, or for every one. */
export function guardsOf({ roles }: Pick<MemberScreen, "path" | "roles">): Guard[] {
  return roles ? [requiresSession, allowsRoles(...roles)] : [requiresSession];
}

/** Lets visitors through, sends those who are signed in home (spec §2). */
export const guestsOnly: Guard = (visitor) => (visitor ? "/" : true);

/** Asks the guards in order; the first that does not let through decides (spec §2). */
export function firstDetour(guards: readonly Guard[], visitor: User | null): Detour | null {
  for (const guard of guards) {
    const verdict = guard(visitor);
    if (verdict !== true) return verdict;
  }
  return null;
}
