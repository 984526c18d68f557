import { MantineProvider } from "@mantine/core";
import { Role, type User } from "@saha/contract";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { PasswordHome } from "../features/home/password-home.tsx";
import { ScanHome } from "../features/home/scan-home.tsx";
import { setUser } from "../session.ts";
import { setLanguage } from "../text/language.ts";
import { mantineTheme } from "../ui/theme/mantine.ts";
import { TopBar } from "./top-bar.tsx";

const at = "2026-11-20T09:00:00.000Z";
const member = (roleId: Role): User => ({
  id: 7,
  uuid: "4f9d3f1e-2f1c-4d4f-9a55-0f3f6f0f7a11",
  username: "huda",
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

/** Shows it where links lead somewhere. */
async function show(component: RouteComponent): Promise<void> {
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: "/", component });
  const router = createRouter({ routeTree: root.addChildren([home]), history: createMemoryHistory() });
  render(
    <MantineProvider theme={mantineTheme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findAllByRole("link");
}

const ways = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

beforeEach(() => {
  setLanguage("en");
  setUser(null);
});

test("the top bar leads visitors to login and register", async () => {
  await show(() => <TopBar />);
  expect(ways()).toEqual(["/", "/login", "/register"]);
});

test("the top bar of a member leads to neither login nor register", async () => {
  setUser(member(Role.User));
  await show(() => <TopBar />);
  expect(ways()).toEqual(["/"]);
});

test("the home of a password-reset admin is the door to the users list alone", async () => {
  await show(() => <PasswordHome user={member(Role.PasswordResetAdmin)} />);
  expect(ways()).toEqual(["/dashboard/users"]);
});

test("the home of a scan admin is two doors: the gate and the food", async () => {
  await show(() => <ScanHome user={member(Role.ScanAdmin)} />);
  expect(ways()).toEqual(["/scanEnter", "/scanFeature"]);
});
