import { Role, roles } from "@saha/contract";
import { beforeEach, expect, test } from "vitest";
import { setLanguage } from "../text/language.ts";
import { drawerOf } from "./navigation.ts";

beforeEach(() => setLanguage("en"));

/** The drawer as the specification has it; what users have besides is Saha's own. */
const ofSpec: Partial<Record<Role, string[]>> = {
  [Role.User]: ["/", "/ticket/free", "/ticket/invitation", "/ticket/my-tickets", "/userBooths"],
  [Role.ScanAdmin]: ["/", "/scanEnter", "/scanFeature"],
  [Role.TriviaAdmin]: ["/"],
};
const pathsOf = (role: Role) => drawerOf(role).flatMap(({ entries }) => entries.map(({ path }) => String(path)));

test.each(roles)("role %i has the drawer of the specification, and who has no entry has none", (role) => {
  const expected = ofSpec[role] ?? [];
  expect(pathsOf(role)).toEqual(expect.arrayContaining(expected));
  if (role !== Role.User) expect(pathsOf(role)).toHaveLength(expected.length);
});

test("administrators and password-reset admins have no drawer", () => {
  expect(drawerOf(Role.Admin)).toEqual([]);
  expect(drawerOf(Role.PasswordResetAdmin)).toEqual([]);
});

test("a user's tickets stand in one group; a trivia admin's home is called Trivia, the food's entry Food Scan", () => {
  const tickets = drawerOf(Role.User).find(({ entries }) => entries.some(({ path }) => path === "/ticket/free"));
  expect(tickets?.name?.()).toBeTruthy();
  expect(tickets?.entries.map(({ path }) => path)).toEqual(ofSpec[Role.User]?.slice(1, 4));
  const labels = (role: Role) =>
    drawerOf(role).flatMap(({ entries }) => entries.map(({ label, title }) => (label ?? title)()));
  expect(labels(Role.TriviaAdmin)).toEqual(["Trivia"]);
  expect(labels(Role.ScanAdmin)).toContain("Food Scan");
});
