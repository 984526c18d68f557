import type { Page } from "@playwright/test";
import { api, Role } from "@saha/contract";
import { addresses, isAt } from "../addresses.ts";
import { expect, staffRoles, test } from "../fixtures.ts";
import { idleWaiter } from "../idle.ts";
import { keys, say } from "../text.ts";

const pathsOf = (list: "roles" | "linkedFor", role: Role) =>
  addresses.filter((address) => address[list].includes(role)).map(({ path }) => path);

/** The key of a sentence, where the sentence itself should stand. */
const rawKey = new RegExp(`\\b(${[...new Set(keys().map((key) => key.split("_")[0]))].join("|")})_[a-z]+(_[a-z]+)*`);

for (const roleId of [Role.User, ...staffRoles]) {
  test(`role ${roleId} walks all its screens without a 401, a 403, an error or a missing text`, async ({
    page,
    given,
  }) => {
    test.setTimeout(180_000);
    const person = await given.person(roleId);
    if (roleId === Role.User) {
      await given.purchase(person, await given.ticket());
      await given.admin(api.booths.create, { body: { name: "جناح" } });
    }
    if (roleId === Role.BoothAdmin) {
      const { id } = await given.admin(api.booths.create, { body: { name: "جناح" } });
      await given.admin(api.booths.assignAdmin, { body: { userId: person.session.user.id, boothId: id } });
    }
    await given.signedIn(page, person);
    const faults = watch(page);
    // The kit shows waiting as one of its samples.
    const waitUntilIdle = idleWaiter(page, { waits: true });

    const met = new Set<string>();
    const layouts = new Set<string>();
    const ahead = ["/"];
    for (let path = ahead.shift(); path !== undefined; path = ahead.shift()) {
      if (met.has(path)) continue;
      met.add(path);
      await arrive(page, path, waitUntilIdle);
      ahead.push(...(await shownLinks(page)));
      // The bar, its drawer and the account's menu are a layout's; each has them on its first screen.
      const layout = path.split("/")[1] === "dashboard" ? "dashboard" : "web";
      if (!layouts.has(layout)) ahead.push(...(await linksOfBar(page, person.username)));
      layouts.add(layout);
    }
    const isMet = (address: string) => [...met].some((path) => isAt(address, path));
    const open = pathsOf("roles", roleId);
    expect(pathsOf("linkedFor", roleId).filter((address) => !isMet(address))).toEqual([]);
    expect([...met].filter((path) => !open.some((address) => isAt(address, path)))).toEqual([]);

    // That the guards lead home from every other address is a test over the table of routes; that they are asked, one
    // visit.
    const closed = addresses.findLast(({ roles }) => !roles.includes(roleId))?.path ?? "";
    await page.goto(closed.replace(/\$\w+/g, "1"));
    await expect(page).toHaveURL(/\/$/);
    const isPublic = (address: string) => addresses.some(({ path, isPublic }) => path === address && isPublic);
    for (const path of open.filter((address) => !isMet(address) && !isPublic(address))) {
      await arrive(page, path, waitUntilIdle);
    }

    expect(await person.call(api.auth.me)).toMatchObject({ roleId });
    expect(faults).toEqual([]);
  });
}

/**
 * Leads to a screen, the first by loading and all others as a link does; it stays itself, settles under one heading and
 * says everything in words. That each of them loads as well is for the walk of screens.
 */
async function arrive(page: Page, path: string, waitUntilIdle: () => Promise<void>): Promise<void> {
  if (page.url() === "about:blank") await page.goto(path);
  else {
    await page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  }
  await waitUntilIdle();
  await expect(page.locator("h1")).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(page).toHaveTitle(new RegExp(say("app_name")));
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

/** Where the drawer and the account's menu lead. */
async function linksOfBar(page: Page, username: string): Promise<string[]> {
  const links: string[] = [];
  const drawer = page.getByRole("button", { name: say("app_menu_open") });
  if (await drawer.isVisible()) {
    await drawer.click();
    await expect(page.getByRole("dialog").getByRole("navigation")).toBeVisible();
    links.push(...(await shownLinks(page)));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: say("app_account_of", "ar", { name: username }) }).click();
  await expect(page.getByRole("dialog").getByText(say("app_logout"), { exact: true })).toBeVisible();
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
