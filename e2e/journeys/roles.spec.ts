import type { Page } from "@playwright/test";
import { api, Role } from "@saha/contract";
import { expect, staffRoles, test } from "../fixtures.ts";
import { say } from "../text.ts";

/** Screens of each role that the walk must meet by following links alone; it goes on to whatever else they lead to. */
const screensOf: Record<Role, string[]> = {
  [Role.Admin]: [
    "/",
    "/profile",
    "/dashboard/users",
    "/dashboard/scores",
    "/dashboard/tickets/free",
    "/dashboard/tickets/categories",
    "/dashboard/look",
  ],
  [Role.PasswordResetAdmin]: ["/", "/profile", "/dashboard/users"],
  [Role.User]: ["/", "/profile", "/ticket/free", "/ticket/my-tickets"],
  [Role.ScanAdmin]: ["/", "/profile", "/scanEnter", "/scanFeature"],
  [Role.GameAdmin]: ["/", "/profile"],
  [Role.TriviaAdmin]: ["/", "/profile"],
  [Role.ScoreAdmin]: ["/", "/profile"],
  [Role.BoothAdmin]: ["/", "/profile"],
  [Role.SuperTriviaAdmin]: ["/", "/profile"],
};
/** Screens that no link leads to, but which stand open. */
const alsoOpen: Partial<Record<Role, string[]>> = { [Role.Admin]: ["/scanEnter", "/scanFeature"] };
const forGuests = ["/login", "/register", "/verify", "/forgot-password", "/forgot-password-verify"];
const addresses = [...new Set([...Object.values(screensOf).flat(), ...forGuests])];

const rawKey =
  /(app|auth|format|form|home|look|password|profile|role|scanner|scans|table|themes|tickets|ui|users|verify)_[a-z]+(_[a-z]+)*/;

for (const roleId of [Role.User, ...staffRoles]) {
  test(`role ${roleId} walks all its screens without a 401, a 403, an error or a missing text`, async ({
    page,
    given,
  }) => {
    test.setTimeout(180_000);
    const person = await given.person(roleId);
    if (roleId === Role.User) await given.purchase(person, await given.ticket());
    await given.signedIn(page, person);
    const faults = watch(page);

    const met = new Set<string>();
    const ahead = ["/"];
    for (let path = ahead.shift(); path !== undefined; path = ahead.shift()) {
      if (met.has(path)) continue;
      met.add(path);
      await open(page, path, "ar");
      ahead.push(...(await linksOf(page, person.username)));
    }
    expect([...met]).toEqual(expect.arrayContaining(screensOf[roleId]));

    const openAddresses = [...met, ...(alsoOpen[roleId] ?? [])];
    for (const path of addresses.filter((address) => !openAddresses.includes(address))) {
      await page.goto(path);
      // The guard leads home, and nothing is asked that would be refused.
      await expect(page).toHaveURL(/\/$/);
    }
    await page.evaluate(() => localStorage.setItem("language", "en"));
    for (const path of openAddresses) await open(page, path, "en");

    expect(await person.call(api.auth.me)).toMatchObject({ roleId });
    expect(faults).toEqual([]);
  });
}

/** Opens a screen, which stays itself, settles under one heading and says everything in words. */
async function open(page: Page, path: string, language: "ar" | "en"): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.locator("h1")).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(page).toHaveTitle(new RegExp(say("app_name", language)));
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("#root")).not.toContainText(rawKey);
}

/** Everything that must not happen on a walk. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.message}`));
  return faults;
}

/** Where the screen, its drawer and the account's menu lead. */
async function linksOf(page: Page, username: string): Promise<string[]> {
  const links = await shownLinks(page);
  const drawer = page.getByRole("button", { name: say("app_menu_open") });
  if (await drawer.isVisible()) {
    await drawer.click();
    await expect(page.getByRole("dialog").getByRole("navigation")).toBeVisible();
    links.push(...(await shownLinks(page)));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: say("app_account_of", "ar", { name: username }) }).click();
  await expect(page.getByText(say("app_logout"), { exact: true })).toBeVisible();
  links.push(...(await shownLinks(page)));
  await page.keyboard.press("Escape");
  return links;
}

function shownLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
    const own = links.filter(({ origin, hash }) => origin === location.origin && !hash);
    return own.map(({ pathname }) => pathname).map((path) => (path === "/dashboard" ? "/dashboard/users" : path));
  });
}
