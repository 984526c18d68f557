import { Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

/** A line that is lost for a moment costs what was pressed, never the page. */
const parts = /\/assets\/(side-drawer|account-menu|confirm-dialog)[^/]*\.js/;
const unasked = /\/assets\/(call-layer|score-badge|missing-part)[^/]*\.js/;
const toaster = /\/assets\/toaster[^/]*\.js/;

test("a part that can't come is a toast with a retry, and the ticket stays in sight", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  await given.purchase(holder, await given.ticket());
  await given.signedIn(page, holder);
  await page.route(parts, (route) => route.abort("internetdisconnected"));
  // What nobody pressed for, and what says that something is missing, are lost as well.
  await page.route(unasked, (route) => route.abort("internetdisconnected"));
  await page.route(toaster, (route) => route.abort("internetdisconnected"));
  const lostUnasked = page.waitForEvent("requestfailed", (request) => unasked.test(request.url()));
  await page.goto("/ticket/my-tickets");
  await lostUnasked;
  const code = page.getByRole("main").locator("img").first();
  await expect(code).toBeVisible();
  const menuLost = page.waitForEvent("requestfailed", (request) => request.url().includes("/missing-part"));
  await page.getByRole("button", { name: say("app_menu_open") }).click();
  await menuLost;
  const toasterLost = page.waitForEvent("requestfailed", (request) => toaster.test(request.url()));
  await page.unroute(unasked);
  await toasterLost;
  await page.unroute(toaster);
  const missing = page.getByRole("alert").filter({ hasText: say("ui_part_missing") });
  await expect(missing).toBeVisible({ timeout: 20_000 });
  await missing.getByRole("button", { name: say("ui_toast_close") }).click();
  await expect(missing).toHaveCount(0);
  for (const press of [
    page.getByRole("button", { name: say("app_menu_open") }),
    page.getByRole("button", { name: say("app_account_of", "ar", { name: holder.session.user.username }) }),
    page.getByText(say("tickets_give_back"), { exact: true }),
  ]) {
    await press.click();
    await expect(missing).toBeVisible();
    const lost = page.waitForEvent("requestfailed", (request) => parts.test(request.url()));
    await missing.getByRole("button", { name: say("ui_state_retry") }).click();
    await lost;
    // Still away: it is said again, and can be tried again; the message before is on its way out.
    await expect(missing.last().getByRole("button", { name: say("ui_state_retry") })).toBeVisible();
    await expect(async () => {
      await missing
        .last()
        .getByRole("button", { name: say("ui_toast_close") })
        .click({ timeout: 1000 });
      await expect(missing).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(code).toBeVisible();
  }

  await page.getByText(say("tickets_give_back"), { exact: true }).click();
  await expect(missing).toBeVisible();
  await page.unroute(parts);
  await missing.getByRole("button", { name: say("ui_state_retry") }).click();
  await expect(page.getByText(say("ui_part_here"))).toBeVisible();
  await page.getByText(say("tickets_give_back"), { exact: true }).click();
  await expect(page.getByRole("dialog").getByText(say("tickets_give_back_title"))).toBeVisible();
});

test("a sheet that was lost on the way is asked for again, so that its part is never seen unstyled", async ({
  page,
  given,
}) => {
  const holder = await given.person(Role.User);
  await given.purchase(holder, await given.ticket());
  await given.signedIn(page, holder);
  const sheets = /\/assets\/confirm-dialog[^/]*\.css/;
  await page.goto("/ticket/my-tickets");
  await page.route(sheets, (route) => route.abort("internetdisconnected"));
  await page.getByText(say("tickets_give_back"), { exact: true }).click();
  const missing = page.getByRole("alert").filter({ hasText: say("ui_part_missing") });
  await expect(missing).toBeVisible();
  await page.unroute(sheets);
  await page.getByText(say("tickets_give_back"), { exact: true }).click();
  const actions = page
    .getByRole("dialog")
    .getByRole("button", { name: say("tickets_give_back_yes") })
    .locator("..");
  await expect(actions).toHaveCSS("display", /flex|grid/);
});

/** Files of the build that this page was made of; the server has another one by now. */
const old = /\/assets\/(side-drawer|free-tickets|issues)[^/]*\.js/;

test("an old page that meets a new build says so, and is loaded anew by a press alone", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  await given.signedIn(page, holder);
  await page.addInitScript(() => sessionStorage.setItem("loads", String(1 + Number(sessionStorage.getItem("loads")))));
  const loads = () => page.evaluate(() => sessionStorage.getItem("loads"));
  await page.route(old, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/ticket/my-tickets");
  const reload = page.getByRole("button", { name: say("ui_renewed_reload") });

  // A part of the screen: the screen stays.
  await page.getByRole("button", { name: say("app_menu_open") }).click();
  const told = page.getByRole("alert").filter({ hasText: say("ui_renewed_part") });
  await expect(told.getByRole("button", { name: say("ui_renewed_reload") })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: say("ui_part_missing") })).toHaveCount(0);
  await told.getByRole("button", { name: say("ui_toast_close") }).click();
  await expect(told).toHaveCount(0);

  // A whole screen, in both languages; nothing loads the page unasked, however often it is tried.
  const way = page.getByRole("link", { name: say("tickets_browse") });
  for (const _ of [1, 2]) {
    await way.click();
    await expect(page.getByRole("heading", { name: say("ui_renewed_title"), level: 1 })).toBeVisible();
    await expect(page.getByText(say("ui_renewed_text"))).toBeVisible();
    await expect(page.getByText(say("ui_state_offline_title"))).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/my-tickets$/);
    await expect(page.getByRole("heading", { name: say("ui_renewed_title") })).toHaveCount(0);
  }
  await way.click();
  await expect(reload).toBeVisible();
  expect(await loads()).toBe("1");
  await page.evaluate(() => {
    localStorage.setItem("language", "en");
    dispatchEvent(new StorageEvent("storage", { key: "language", newValue: "en" }));
  });
  await expect(page.getByRole("heading", { name: say("ui_renewed_title", "en"), level: 1 })).toBeVisible();

  // The press brings the new build, where the person was going.
  await page.unroute(old);
  await page.getByRole("button", { name: say("ui_renewed_reload", "en") }).click();
  await expect(page.getByRole("heading", { name: say("tickets_free_title", "en") }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/ticket\/free$/);
  expect(await loads()).toBe("2");
});

test("a form on an old page says that Saha was renewed; what was typed is there after the press", async ({ page }) => {
  await page.route(old, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/register");
  const name = page.getByLabel(say("auth_username"), { exact: true });
  await name.fill("old.page");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("auth_register") })
    .click();
  const told = page.getByRole("alert").filter({ hasText: say("ui_renewed_part") });
  await expect(told).toBeVisible();
  await page.unroute(old);
  await told.getByRole("button", { name: say("ui_renewed_reload") }).click();
  await expect(told).toHaveCount(0);
  await expect(name).toHaveValue("old.page");
});

test("what a press needs is fetched while the screen rests; offline it opens", async ({ page, given, context }) => {
  const holder = await given.person(Role.User);
  await given.signedIn(page, holder);
  const here = page.waitForResponse(/\/assets\/side-drawer[^/]*\.js/, { timeout: 20_000 });
  await page.goto("/");
  await here;
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("button", { name: say("app_menu_open") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await context.setOffline(false);
});

test("a phone that rests on home shows the ticket's code without a network", async ({ page, given, context }) => {
  const holder = await given.person(Role.User);
  await given.purchase(holder, await given.ticket());
  await given.signedIn(page, holder);
  await page.setViewportSize({ width: 390, height: 844 });
  const fetched = page.waitForResponse(/\/api\/ticket-purchase\/qr\//);
  await page.goto("/");
  await (await fetched).finished();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("link", { name: say("home_show_code") }).click();
  const code = page.getByRole("dialog").getByRole("img").first();
  await expect(code).toBeVisible();
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("what says that the connection is gone moves nothing and takes no press", async ({ page, given, context }) => {
  await given.signedIn(page, await given.person(Role.User));
  for (const path of ["/", "/ticket/free"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const tops = () =>
      page.locator("header, main, main h1").evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top));
    const before = await tops();
    await context.setOffline(true);
    const pill = page.getByText(say("app_offline_banner"));
    await expect(pill).toBeVisible();
    expect(await tops()).toEqual(before);
    await expect(pill).toHaveCSS("pointer-events", "none");
    await context.setOffline(false);
    await expect(pill).toHaveCount(0);
    expect(await tops()).toEqual(before);
  }
});

test("Back closes what is open and stays on its screen", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  await given.purchase(holder, await given.ticket());
  await given.signedIn(page, holder);
  await page.goto("/");
  await page
    .getByRole("link", { name: say("tickets_mine_title") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ticket\/my-tickets$/);
  for (const press of [
    page.getByRole("button", { name: say("tickets_enlarge") }).first(),
    page.getByText(say("tickets_give_back"), { exact: true }),
    page.getByRole("button", { name: say("app_menu_open") }),
  ]) {
    await press.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/ticket\/my-tickets$/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);

  // The same in a tab that begins here, where nothing lies below.
  await page.goto("about:blank");
  await page.goto("/ticket/my-tickets");
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: say("app_menu_open") }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/ticket\/my-tickets$/);
  }
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("about:blank");
});

test("a page whose first script was refused loads itself once the server answers", async ({ page }) => {
  let refused = 0;
  await page.route(/\/assets\/(index|rolldown-runtime)[^/]*\.js/, (route) =>
    refused++ < 2 ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
  await page.goto("/login");
  await expect(page.getByLabel(say("auth_identifier"), { exact: true })).toBeVisible({ timeout: 20_000 });
});

test("the page's own sheet, refused once, is asked for again with the first screen", async ({ page }) => {
  let refused = 0;
  await page.route(/\/assets\/index[^/]*\.css/, (route) =>
    refused++ < 1 ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
  await page.goto("/login");
  await expect(page.getByLabel(say("auth_identifier"), { exact: true })).toBeVisible();
  // One that was refused is there as well, without a rule.
  const isStyled = () =>
    [...document.styleSheets].some(({ href, cssRules }) => href?.includes("/index-") && cssRules.length > 0);
  await expect.poll(() => page.evaluate(isStyled)).toBe(true);
});

test("an event's colours that can't be painted leave the page in the product's own", async ({ page }) => {
  await page.route("**/api/main-theme", async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    await route.fulfill({ response: answer, json: { data: { ...data, primary: "#aa3300" } } });
  });
  await page.route(/\/assets\/(tokens|colour|wcag)[^/]*\.js/, (route) => route.fulfill({ status: 503, body: "" }));
  const lost = page.waitForResponse(/\/assets\/(tokens|colour|wcag)[^/]*\.js/);
  await page.goto("/login");
  await lost;
  await expect(page.getByLabel(say("auth_identifier"), { exact: true })).toBeVisible();
});

test("a sheet that an extension puts into the page, and our policy refuses, keeps no screen away", async ({ page }) => {
  await page.goto("/login");
  const refused = page.evaluate(
    () =>
      new Promise((resolve) => {
        const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", onerror: resolve });
        sheet.href = "https://fonts.example/css?family=Cairo";
        document.head.append(sheet);
      }),
  );
  await refused;
  await page
    .getByRole("main")
    .getByRole("link", { name: say("auth_to_register") })
    .click();
  await expect(page.getByRole("heading", { name: say("auth_register_title"), level: 1 })).toBeVisible();
});
