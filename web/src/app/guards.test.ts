import { Role, roles, type User } from "@saha/contract";
import { describe, expect, test } from "vitest";
import { allowsRoles, firstDetour, type Guard, guestsOnly, requiresSession } from "./guards.ts";

const visitor = null;

function member(roleId: Role): User {
  return {
    id: 7,
    uuid: "4f9d3f1e-2f1c-4d4f-9a55-0f3f6f0f7a11",
    username: "noura",
    name: null,
    email: null,
    pendingEmail: null,
    avatar: null,
    roleId,
    riotId: null,
    isBlocked: false,
    isVerified: false,
    createdAt: "2026-11-20T09:00:00.000Z",
    updatedAt: "2026-11-20T09:00:00.000Z",
  };
}

describe("a screen for members", () => {
  test("sends a visitor to login", () => expect(requiresSession(visitor)).toBe("/login"));
  test.each(roles)("lets role %i in", (role) => expect(requiresSession(member(role))).toBe(true));
});

describe("a screen for visitors", () => {
  test("lets a visitor in", () => expect(guestsOnly(visitor)).toBe(true));
  test.each(roles)("sends role %i home", (role) => expect(guestsOnly(member(role))).toBe("/"));
});

describe("a screen for some roles", () => {
  const guard = allowsRoles(Role.ScanAdmin, Role.Admin);
  test.each(roles)("lets role %i in only when it is listed", (role) => {
    const isListed = role === Role.ScanAdmin || role === Role.Admin;
    expect(guard(member(role))).toBe(isListed ? true : "/");
  });
  test("lets no visitor in", () => expect(guard(visitor)).toBe("/"));
});

describe("several guards", () => {
  test("are asked in order and the first that does not let through decides", () => {
    expect(firstDetour([requiresSession, allowsRoles(Role.Admin)], visitor)).toBe("/login");
    expect(firstDetour([allowsRoles(Role.Admin), requiresSession], visitor)).toBe("/");
    expect(firstDetour([requiresSession, allowsRoles(Role.Admin)], member(Role.User))).toBe("/");
  });
  test("after the one that decides are not asked", () => {
    const asked: string[] = [];
    const noting = (name: string, guard: Guard): Guard => {
      return (who) => {
        asked.push(name);
        return guard(who);
      };
    };
    firstDetour([noting("first", requiresSession), noting("second", allowsRoles(Role.Admin))], visitor);
    expect(asked).toEqual(["first"]);
  });
  test("let through whom all let through", () => {
    expect(firstDetour([requiresSession, allowsRoles(Role.Admin)], member(Role.Admin))).toBeNull();
  });
});
