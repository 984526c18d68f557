import type { Page } from "@playwright/test";
import { api, Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

/** Answers that are not the application's own: each place says its sentence of spec §8 to the letter. */
const bad = { status: 502, contentType: "text/html", body: "<html>Bad gateway</html>" };
const broken = { status: 500, contentType: "application/json", body: "{}" };
const foreign = { status: 200, contentType: "application/json", body: "{}" };
const empty = { status: 200, contentType: "application/json", body: '{"data":null}' };

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem("language", "en")));

async function answering(page: Page, call: string, answer: typeof bad) {
  await page.unroute(call);
  await page.route(call, (route) => (route.request().method() === "GET" ? route.continue() : route.fulfill(answer)));
}

test("login says that an unexpected error occurred; it goes with the next letter", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username or email").fill("noura");
  await page.getByLabel("Password", { exact: true }).fill("long-enough-1");
  for (const [index, answer] of [bad, broken, foreign, empty].entries()) {
    await answering(page, "**/auth/login", answer);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("An unexpected error occurred");
    await page.getByLabel("Password", { exact: true }).fill(`long-enough-${index + 2}`);
    await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  }
});

test("a scan says that validation failed, or that the response was invalid", async ({ page, given }) => {
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  for (const [answer, sentence] of [
    [bad, "Ticket validation failed!"],
    [broken, "Ticket validation failed!"],
    [foreign, "Invalid response from server."],
    [empty, "Invalid response from server."],
    [{ ...empty, body: '{"data":{"userId":1}}' }, "Invalid response from server."],
  ] as const) {
    await answering(page, "**/validate-qrEntry", answer);
    await page.goto("/scanEnter");
    await page.getByLabel("Type the ticket's code below the QR").fill("ABCDE-FGHJK");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByRole("alert").getByText(sentence)).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  }
});

test("a reservation may be tried again under the same key, and says what is known", async ({ page, given }) => {
  const ticket = await given.ticket({ title: "Lost and found" });
  await given.signedIn(page, await given.person(Role.User));
  const keys: string[] = [];
  await page.route("**/api/ticket-purchase", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return route.continue();
    // The server hears; what arrives is a proxy's page.
    await route.fetch();
    await route.fulfill(bad);
  });
  await page.goto("/ticket/free");
  const card = page.getByRole("listitem").filter({ hasText: ticket.title });
  await card.getByRole("button", { name: `Reserve: ${ticket.title}` }).click();
  await expect(card.getByText("Network or unexpected error occurred")).toBeVisible();
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Congratulations!")).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
});

test("the dashboard's dialogs say that an error occurred, a changed password that it is unknown", async ({
  page,
  given,
}) => {
  const admin = await given.person(Role.Admin);
  const other = await given.person(Role.ScanAdmin);
  await given.signedIn(page, admin);
  await page.goto("/dashboard/tickets/categories");
  await answering(page, "**/api/ticket-category", broken);
  await page.getByRole("button", { name: "Add category" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Paper");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByRole("alert").first()).toHaveText("An error occurred");
  await page.goto("/dashboard/users");
  await answering(page, "**/api/user/*", bad);
  await page.getByLabel("Search").fill(other.username);
  await page.getByRole("button", { name: `Delete ${other.username}`, exact: true }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Network or unexpected error occurred");

  const holder = await given.person(Role.User);
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error("no browser");
  const own = await context.newPage();
  await own.addInitScript(() => localStorage.setItem("language", "en"));
  await given.signedIn(own, holder);
  await own.goto("/profile");
  await answering(own, "**/auth/change-password", broken);
  await own.getByRole("button", { name: "Change Password" }).click();
  await own.getByLabel("Old password").fill(holder.password);
  await own.getByLabel("New password", { exact: true }).fill("jadida-wa-tawila-8");
  await own.getByLabel("Confirm password").fill("jadida-wa-tawila-8");
  await own.getByRole("button", { name: "Change password", exact: true }).click();
  await expect(own.getByRole("dialog").getByRole("alert").first()).toHaveText("Unknown error");
  await context.close();
});

test("a proxy's 404 while the application is started anew says of no booth that it is gone", async ({
  page,
  given,
}) => {
  const booth = await given.admin(api.booths.create, { body: { name: "Arcade" } });
  await given.signedIn(page, await given.person(Role.User));
  const none = { status: 404, contentType: "text/plain", body: "404 page not found" };
  for (const path of ["booth", "board"]) await page.route(`**/api/${path}/**`, (route) => route.fulfill(none));
  for (const [path, gone] of [
    [`/userBooths/${booth.id}`, "play_gone_title"],
    [`/board/${booth.id}`, "board_missing"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(say("ui_state_network", "en"))).toBeVisible();
    await expect(page.getByText(say(gone, "en"))).toHaveCount(0);
  }
});
