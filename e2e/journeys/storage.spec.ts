import { Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

const blocked = () => {
  for (const name of ["localStorage", "sessionStorage"]) {
    const get = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    Object.defineProperty(window, name, { get, configurable: true });
  }
};
/** What one site may keep is used up to the last letter. */
const full = () => {
  for (let length = 1024 * 1024, key = 0; length >= 1; key++) {
    try {
      localStorage.setItem(`fill${key}`, "x".repeat(length));
    } catch {
      length = Math.floor(length / 2);
    }
  }
};

for (const [state, begin] of [
  ["keeps nothing, with all cookies blocked", blocked],
  ["has no room left", full],
] as const) {
  test(`a browser that ${state} signs a person in and changes the language`, async ({ page, given }) => {
    const { username, password } = await given.person(Role.User);
    await page.addInitScript(begin);
    await page.goto("/login");
    await page.getByLabel(say("auth_identifier")).fill(username);
    await page.getByLabel(say("auth_password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: say("auth_login") }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText(username).first()).toBeVisible();
  });
}

for (const since of ["before the page was opened", "since"]) {
  test(`whoever leaves where no room is left, ${since}, is gone from what was kept`, async ({
    page,
    given,
    context,
  }) => {
    const person = await given.person(Role.User);
    await given.signedIn(page, person);
    await page.goto("/");
    await expect(page.getByRole("button", { name: say("app_menu_open") })).toBeVisible();
    // Another tab, without our scripts, uses it up.
    const other = await context.newPage();
    await other.goto("/api/main-theme");
    await other.evaluate(full);
    await page.evaluate(() => {
      sessionStorage.setItem("invited", "what the next person must not be offered");
      // As a property: past our own setItem, which would answer with a stand-in.
      for (let length = 2 ** 22, key = 0; length >= 1; key++) {
        try {
          sessionStorage[`fill${key}`] = "x".repeat(length);
        } catch {
          length = Math.floor(length / 2);
        }
      }
    });
    if (since !== "since") await page.reload();
    await page.getByRole("button", { name: say("app_account_of", "ar", { name: person.username }) }).click();
    await page.getByText(say("app_logout"), { exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await other.evaluate(() => ["refresh_token", "user"].map((key) => localStorage.getItem(key)))).toEqual([
      null,
      null,
    ]);
    await page.reload();
    expect(await page.evaluate(() => sessionStorage.getItem("invited"))).toBe(null);
  });
}
