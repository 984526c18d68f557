import type { Page } from "@playwright/test";
import { Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";
import { expectTrapped, hasFocus, stopsOf, tabTo } from "./keyboard.ts";

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, key: string) => page.getByLabel(say(key), { exact: true });

test("a stranger registers, signs in, takes a ticket and opens its code by keys alone", async ({ page, given }) => {
  const ticket = await given.ticket();
  const username = `keys.${Date.now().toString(36)}`;
  await page.goto("/login");
  await tabTo(page, main(page).getByRole("link", { name: say("auth_to_register") }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/register/);
  for (const [key, typed] of [
    ["auth_username", username],
    ["auth_password", "ghayr-maaruf-9"],
    ["auth_confirmation", "ghayr-maaruf-9"],
  ] as const) {
    await tabTo(page, field(page, key));
    await page.keyboard.type(typed);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await tabTo(page, field(page, "auth_identifier"));
  await page.keyboard.type(username);
  await tabTo(page, field(page, "auth_password"));
  await page.keyboard.type("ghayr-maaruf-9");
  await tabTo(page, main(page).getByRole("button", { name: say("auth_login"), exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/$/);
  await tabTo(page, page.getByRole("link", { name: say("home_get_ticket") }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: say("tickets_reserve_name", "ar", { title: ticket.title }) }));
  await page.keyboard.press("Space");
  await expect(page.getByText(say("tickets_won_title"))).toBeVisible();
  // The way to the ticket has the focus already.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ticket\/my-tickets/);
  const enlarge = page.getByRole("button", { name: say("tickets_enlarge") });
  await tabTo(page, enlarge);
  await page.keyboard.press("Enter");
  const held = page.getByRole("dialog", { name: ticket.title });
  await expect(held).toBeVisible();
  expect(await hasFocus(held)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(held).toHaveCount(0);
  await expect(enlarge).toBeFocused();
});

test("the first Tab offers a way past the bar, and the focus lands in the screen", async ({ page, given }) => {
  await given.signedIn(page, await given.person(Role.Admin));
  for (const path of ["/", "/dashboard/users", "/profile"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const skip = page.getByRole("button", { name: say("app_skip") });
    await tabTo(page, skip);
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    await page.keyboard.press("Tab");
    expect(await hasFocus(page.locator("main"))).toBe(true);
  }
});

test("drawer and account menu keep the focus, close on Escape and give it back", async ({ page, given }) => {
  const person = await given.person(Role.User);
  await given.signedIn(page, person);
  await page.goto("/");
  const opener = page.getByRole("button", { name: say("app_menu_open") });
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("navigation")).toBeVisible();
  await expect.poll(() => hasFocus(drawer)).toBe(true);
  await expectTrapped(page, drawer);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();

  const account = page.getByRole("button", { name: say("app_account_of", "ar", { name: person.username }) });
  await tabTo(page, account);
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog");
  await expect(menu.getByText(say("app_logout"))).toBeVisible();
  await expect.poll(() => hasFocus(menu)).toBe(true);
  await expectTrapped(page, menu);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(account).toBeFocused();

  await page.keyboard.press("Enter");
  await tabTo(page, menu.getByRole("link", { name: say("profile_title"), exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a form dialog begins at its first field, keeps the focus, and gives it back to what opened it", async ({
  page,
  given,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/dashboard/tickets/free");
  const opener = page.getByRole("button", { name: say("tickets_add") }).first();
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(say("tickets_col_title"))).toBeFocused();
  await expectTrapped(page, dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel(say("tickets_col_title"))).toBeFocused();
  await page.keyboard.type("لا تضيع");
  await page.keyboard.press("Escape");
  const stay = page.getByRole("button", { name: say("form_leave_no") });
  await expect(stay).toBeFocused();
  await expectTrapped(page, page.getByRole("dialog", { name: say("form_leave_title") }));
  await page.keyboard.press("Escape");
  await expect(stay).toHaveCount(0);
  await expect(dialog.getByLabel(say("tickets_col_title"))).toHaveValue("لا تضيع");
  await expect(dialog.getByLabel(say("tickets_col_title"))).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.locator(".mantine-InputWrapper-error").first()).toBeVisible();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test("a table is walked by keys: heads sort, arrows move, Enter opens, a question asks before deleting", async ({
  page,
  given,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const tickets = [await given.ticket(), await given.ticket()];
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/dashboard/tickets/free");
  const head = page.getByRole("columnheader", { name: say("tickets_col_title") });
  await tabTo(page, head.getByRole("button", { name: say("tickets_col_title"), exact: true }));
  await page.keyboard.press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await tabTo(page, page.locator("tbody tr[tabindex='0']"));
  const first = page.locator("tbody tr").first();
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("tbody tr").nth(1)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(say("tickets_col_title"))).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(first).toBeFocused();
  const title = tickets[0]?.title ?? "";
  const remove = page.getByRole("button", { name: say("table_delete", "ar", { name: title }), exact: true });
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect.poll(() => hasFocus(dialog)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
});

test("scanner and verdict work by keys: the next press is ready, Escape goes back", async ({ page, given }) => {
  const purchase = await given.purchase(await given.person(Role.User), await given.ticket());
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  await tabTo(page, page.getByLabel(say("scans_code_label")));
  await page.keyboard.type(purchase.shortCode);
  await page.keyboard.press("Enter");
  const verdict = page.getByRole("dialog", { name: say("scans_enter_word") });
  await expect(verdict).toBeVisible();
  await expect(verdict.getByRole("button", { name: say("scans_next") })).toBeFocused();
  await page.waitForTimeout(400);
  await expectTrapped(page, verdict);
  await page.keyboard.press("Escape");
  await expect(verdict).toHaveCount(0);
  await expect(page.getByLabel(say("scans_code_label"))).toBeFocused();

  const start = page.getByRole("button", { name: say("scans_start") });
  await tabTo(page, start);
  await page.keyboard.press("Enter");
  const scanner = page.getByRole("dialog");
  await expect(scanner.getByRole("button", { name: say("scanner_close") })).toBeVisible();
  await expectTrapped(page, scanner);
  await page.keyboard.press("Escape");
  await expect(scanner).toHaveCount(0);
  await expect(start).toBeFocused();
});

for (const [path, role] of [
  ["/login", null],
  ["/register", null],
  ["/ticket/free", Role.User],
  ["/profile", Role.User],
  ["/scanEnter", Role.ScanAdmin],
  ["/dashboard/users", Role.Admin],
] as const) {
  test(`Tab reaches every control of ${path}, and each shows that it has the focus`, async ({ page, given }) => {
    await given.ticket();
    if (role !== null) await given.signedIn(page, await given.person(role));
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const count = () =>
      page.evaluate(() => {
        const all = document.querySelectorAll<HTMLElement>(
          "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled)",
        );
        return [...all].filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.closest("[inert]")).length;
      });
    // What comes after its screen may not come between two presses of Tab.
    let controls = await count();
    const isStill = async () => {
      const before = controls;
      controls = await count();
      return controls === before;
    };
    await expect.poll(isStill, { intervals: [300] }).toBe(true);
    const stops = await stopsOf(page);
    // Rows and pages of a table that scrolls are stops as well; radio buttons of one group are one.
    expect(stops.length).toBeGreaterThanOrEqual(Math.min(controls, 55));
  });
}
