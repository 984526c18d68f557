import { Role, roles, type User } from "@saha/contract";
import { type AnyRoute, isRedirect } from "@tanstack/react-router";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { claimInvitation } from "../invited.ts";
import { setUser } from "../session.ts";
import { router } from "./router.tsx";
import { addresses } from "./screens/addresses.ts";
import { dashboardScreens } from "./screens/dashboard-screens.ts";
import { memberScreens } from "./screens/member-screens.ts";

const at = "2026-11-20T09:00:00.000Z";
const member = (roleId: Role): User => ({
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
  createdAt: at,
  updatedAt: at,
});

const routeOf = (id: string) => (router.routesById as Record<string, AnyRoute>)[id];

/** Where the guards of an address lead: elsewhere, or null for in. */
async function detour(path: string): Promise<string | null> {
  const location = router.parseLocation({
    ...router.history.location,
    pathname: path,
    search: "",
    hash: "",
    href: path,
  });
  for (const { routeId } of router.matchRoutes(location)) {
    const guard = routeOf(routeId)?.options.beforeLoad as ((context: object) => unknown) | undefined;
    try {
      await guard?.({ location });
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown;
      return thrown.options.href ?? thrown.options.to ?? null;
    }
  }
  return null;
}

const pathOf = (address: string) => address.replace(/\$\w+/g, "1");

test("an address of the dashboard is looked up again once its routes are there, and not before it is guarded", async () => {
  setUser(member(Role.User));
  expect(await detour("/dashboard/users")).toBe("/");
  expect(Object.keys(router.routesByPath)).not.toContain("/dashboard/users");
  setUser(member(Role.Admin));
  expect(await detour("/dashboard/users")).toBe("/dashboard/users");
  expect(Object.keys(router.routesByPath)).toContain("/dashboard/users");
  expect(await detour("/dashboard/users")).toBeNull();
});

describe("with all routes there", () => {
  beforeAll(async () => {
    setUser(member(Role.Admin));
    await detour("/dashboard/users");
  });

  test.each(roles)("role %i is let into its own screens alone, and led home from all others", async (role) => {
    setUser(member(role));
    const led = await Promise.all(addresses.map(({ path }) => detour(pathOf(path))));
    const expected = addresses.map((address) => (address.roles.includes(role) ? null : "/"));
    expect(Object.fromEntries(addresses.map(({ path }, index) => [path, led[index]]))).toEqual(
      Object.fromEntries(addresses.map(({ path }, index) => [path, expected[index]])),
    );
  });

  test("a visitor is let into the screens for visitors and for everybody, and led to login from all others", async () => {
    setUser(null);
    for (const { path, roles: allowed, isPublic } of addresses) {
      expect(await detour(pathOf(path)), path).toBe(isPublic || allowed.length === 0 ? null : "/login");
    }
  });

  test("the public board lets anyone in, signed in or not", async () => {
    for (const visitor of [null, ...roles.map(member)]) {
      setUser(visitor);
      expect(await detour("/board/1")).toBeNull();
    }
  });

  test("an address that only leads to a screen does", async () => {
    setUser(member(Role.Admin));
    for (const { redirectFrom, path } of dashboardScreens.filter((screen) => "redirectFrom" in screen)) {
      expect(await detour(redirectFrom)).toBe(path);
    }
    setUser(member(Role.User));
    for (const { redirectFrom, path } of memberScreens.filter((screen) => "redirectFrom" in screen)) {
      expect(await detour(redirectFrom)).toBe(path);
    }
  });

  test("an address that is none is no screen", () => {
    for (const path of ["/nowhere", "/dashboard/nowhere", "/ticket/nowhere"]) {
      const location = router.parseLocation({ ...router.history.location, pathname: path, href: path });
      const [last] = router.matchRoutes(location).slice(-1);
      expect(routeOf(last?.routeId)?.options.staticData?.name, path).toBeUndefined();
    }
  });
});

describe("the link of an invitation", () => {
  const code = "2345-6789-ABCD";
  const follow = async (href: string) => {
    router.history.push(href, {}, { ignoreBlocker: true });
    await router.load();
  };
  const signIn = async (id: number) => {
    setUser(null);
    setUser({ ...member(Role.User), id });
    await router.load();
  };

  afterEach(async () => {
    sessionStorage.clear();
    setUser(null);
    router.history.replace("/login", {}, { ignoreBlocker: true });
    await router.load();
  });

  test.each([
    ["a visitor", null, "/login?from=%2Fticket%2Finvitation"],
    ["an attendee", member(Role.User), "/ticket/invitation"],
    ["staff", member(Role.ScanAdmin), "/"],
  ])("of %s stays nowhere in the tab's history, and its code in the tab", async (_who, user, led) => {
    setUser(user);
    const before = history.length;
    await follow(`/ticket/invitation?code=${code}`);
    expect(location.href).toBe(location.origin + led);
    expect(history.length).toBe(before + 1);
    expect(claimInvitation()).toBe(code);
  });

  test.each(["/ticket/invitation/?x=1&code=", "/Ticket/Invitation?code="])("is known as %s too", async (path) => {
    setUser(null);
    await follow(path + code);
    expect(claimInvitation()).toBe(code);
    expect(location.href).not.toContain(code);
  });

  test("opened anew replaces the code that waits, also another person's", async () => {
    await signIn(7);
    await follow("/ticket/invitation?code=AAAA-BBBB-CCCC");
    await signIn(7);
    setUser(null);
    await follow(`/ticket/invitation?code=${code}`);
    await signIn(8);
    expect(claimInvitation()).toBe(code);
  });

  test("that a visitor opened is for who signs in first, and for nobody who comes after", async () => {
    setUser(null);
    await follow(`/ticket/invitation?code=${code}`);
    await signIn(7);
    expect(location.pathname).toBe("/ticket/invitation");
    await signIn(7);
    expect(claimInvitation()).toBe(code);
    await signIn(8);
    expect(claimInvitation()).toBeUndefined();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(code);
  });
});
