import { randomUUID } from "node:crypto";
import { api, Role } from "@saha/contract";
import { eventDay } from "../accounts.ts";
import { expect, test } from "../fixtures.ts";
import { greeted } from "../idle.ts";
import { say } from "../text.ts";

const areLoaded = (images: Element[]) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length;

test("an administrator makes a ticket, and an attendee takes it", async ({ page, context, given }) => {
  await given.signedIn(page, await given.person(Role.Admin));
  const title = `نهائي البلياردو ${Date.now()}`;
  await page.goto("/dashboard/tickets/free");
  await page
    .getByRole("button", { name: say("tickets_add") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("tickets_col_title")).fill(title);
  await dialog.getByLabel(say("tickets_col_quantity")).fill("٣");
  await dialog.getByLabel(say("tickets_col_day")).fill(eventDay(2));
  await dialog.getByRole("button", { name: say("form_add"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(title).first()).toBeVisible();

  const phone = await context.browser()?.newPage();
  if (!phone) throw new Error("no browser");
  await given.signedIn(phone, await given.person(Role.User));
  await phone.goto(new URL("/ticket/free", page.url()).href);
  await phone.getByRole("button", { name: say("tickets_reserve_name", "ar", { title }) }).click();
  await expect(phone.getByText(say("tickets_won_title"))).toBeVisible();
  await phone.close();
});

test("a sold-out ticket can't be pressed and says why", async ({ page, given }) => {
  const ticket = await given.ticket({ quantity: 1 });
  await given.purchase(await given.person(Role.User), ticket);
  await given.signedIn(page, await given.person(Role.User));
  await page.goto("/ticket/free");
  const card = page.getByRole("listitem").filter({ hasText: ticket.title });
  await expect(
    card.getByRole("button", { name: say("tickets_reserve_name", "ar", { title: ticket.title }) }),
  ).toBeDisabled();
  await expect(card.getByText(say("tickets_why_sold_out"))).toBeVisible();
});

test("the last place goes while the screen is open: the server's sentence stands on the card", async ({
  page,
  given,
}) => {
  const ticket = await given.ticket({ quantity: 1 });
  await given.signedIn(page, await given.person(Role.User));
  await page.goto("/ticket/free");
  const card = page.getByRole("listitem").filter({ hasText: ticket.title });
  const button = card.getByRole("button", { name: say("tickets_reserve_name", "ar", { title: ticket.title }) });
  await expect(button).toBeEnabled();
  await given.purchase(await given.person(Role.User), ticket);
  await button.click();
  await expect(card.getByText("نفدت التذاكر").first()).toBeVisible();
});

test("each card on home leads to its own card among the free tickets", async ({ page, given }) => {
  await given.ticket({ day: eventDay(8) });
  await given.ticket({ day: eventDay(8) });
  await given.signedIn(page, await given.person(Role.User));
  await page.goto("/");
  const cards = page.locator("a[href*='#ticket-']");
  await expect(cards.nth(1)).toBeVisible();
  const hrefs = await cards.evaluateAll((all) => all.map((card) => card.getAttribute("href") ?? ""));
  for (const href of hrefs) {
    await page.goto("/");
    const pass = page.getByRole("article").filter({ has: page.locator(`a[href='${href}']`) });
    const title = await pass.getByRole("heading").innerText();
    await pass.getByRole("link").click();
    const card = page.locator(`#${href.split("#")[1]}`);
    await expect(card).toBeFocused();
    await expect(card).toContainText(title);
    await expect(card).toBeInViewport({ ratio: 1 });
  }
});

test("one ticket a day: the second of the day is closed, with the reason", async ({ page, given }) => {
  const day = eventDay(4);
  const [first, second] = [await given.ticket({ day }), await given.ticket({ day })];
  const person = await given.person(Role.User);
  await given.purchase(person, first);
  await given.signedIn(page, person);
  await page.goto("/ticket/free");
  const card = page.getByRole("listitem").filter({ hasText: second.title });
  await expect(
    card.getByRole("button", { name: say("tickets_reserve_name", "ar", { title: second.title }) }),
  ).toBeDisabled();
  await expect(card.getByText(say("tickets_why_day_taken", "ar", { title: first.title }))).toBeVisible();
});

test("an unused ticket is given back after a question, and its place is free again", async ({ page, given }) => {
  const ticket = await given.ticket({ quantity: 1, day: eventDay(5) });
  const person = await given.person(Role.User);
  await given.purchase(person, ticket);
  await given.signedIn(page, person);
  await page.goto("/ticket/my-tickets");
  await page.getByRole("button", { name: say("tickets_give_back_name", "ar", { title: ticket.title }) }).click();
  await page.getByRole("button", { name: say("tickets_give_back_yes") }).click();
  await expect(page.getByText(say("tickets_given_back", "ar", { title: ticket.title }))).toBeVisible();
  await expect(page.getByText(say("tickets_mine_none_title"))).toBeVisible();
  await given.purchase(await given.person(Role.User), ticket);
});

test("of several tickets a screen that holds two codes at once shows the first one's alone", async ({
  page,
  given,
}) => {
  const person = await given.person(Role.User);
  for (const day of [1, 2, 3]) await given.purchase(person, await given.ticket({ day: eventDay(day) }));
  await given.signedIn(page, person);
  await page.goto("/ticket/my-tickets");
  const codes = page.locator("main img").filter({ visible: true });
  await expect(codes).toHaveCount(3);
  for (const [width, height] of [
    [744, 1133],
    [480, 1040],
    [820, 1180],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(codes).toHaveCount(1);
  }
  // At a gate without network a press shows a later one's too.
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.reload();
  await expect.poll(() => page.locator("main img").evaluateAll(areLoaded)).toBe(3);
  // Paper is under no camera by itself.
  await page.emulateMedia({ media: "print" });
  await expect(codes).toHaveCount(3);
});

test("the ticket dialog names what is wrong at its field, and its banner goes when that is mended", async ({
  page,
  given,
}) => {
  const title = `ليلة ${Date.now()}`;
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/dashboard/tickets/free");
  await page
    .getByRole("button", { name: say("tickets_add") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const banner = dialog.getByRole("alert").first();
  const send = (key: string) => dialog.getByRole("button", { name: say(key), exact: true }).click();
  await send("form_add");
  await expect(banner).toHaveText(say("form_check_fields"));
  await dialog.getByLabel(say("tickets_col_title")).fill(title);
  await dialog.getByLabel(say("tickets_col_quantity")).fill("2");
  await expect(banner).toHaveText(say("form_check_fields"));
  await dialog.getByLabel(say("tickets_col_day")).fill(eventDay(7));
  await expect(banner).toBeHidden();
  await dialog.getByLabel(say("tickets_f_price")).fill("1.005");
  await send("form_add");
  await expect(dialog.getByText("منزلتان عشريتان على الأكثر")).toBeVisible();
  await dialog.getByLabel(say("tickets_f_price")).fill("1.5");
  await send("form_add");
  await expect(dialog).toBeHidden();
  const kept = page.getByText(say("form_added", "ar", { name: title }));
  await expect(kept).toBeVisible();
  await page.mouse.move(0, 800);
  await expect(kept).toBeHidden({ timeout: 4_000 });

  const person = await given.person(Role.User);
  const ticket = (await given.admin(api.tickets.list)).find((one) => one.title === title);
  if (!ticket) throw new Error("no ticket");
  await given.purchase(person, ticket);
  await page.getByLabel(say("table_search")).fill(title);
  await page.getByRole("button", { name: say("table_edit", "ar", { name: title }), exact: true }).click();
  await dialog.getByLabel(say("tickets_col_quantity")).fill("0");
  await send("form_save");
  await expect(dialog.getByText(say("tickets_f_quantity_taken", "ar", { count: 1 }))).toBeVisible();

  // Another administrator stops the sale meanwhile: the dialog sends what was changed in it, and undoes nothing.
  const elsewhere = { active: false, price: 70 };
  await given.admin(api.tickets.update, { params: { id: String(ticket.id) }, body: elsewhere });
  await dialog.getByLabel(say("tickets_col_quantity")).fill("3");
  await send("form_save");
  await expect(dialog).toBeHidden();
  const saved = (await given.admin(api.tickets.list)).find(({ id }) => id === ticket.id);
  expect(saved).toMatchObject({ quantity: 3, day: eventDay(7), ...elsewhere });
});

test("a double tap on Reserve sends one press", async ({ page, given }) => {
  const ticket = await given.ticket({ day: eventDay(6) });
  await given.signedIn(page, await given.person(Role.User));
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/ticket-purchase")) sent++;
  });
  await page.goto("/ticket/free");
  const button = page.getByRole("button", { name: say("tickets_reserve_name", "ar", { title: ticket.title }) });
  // Both before the page has drawn anything new.
  await button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click();
    pressed.click();
  });
  await expect(page.getByText(say("tickets_won_title"))).toBeVisible();
  expect(sent).toBe(1);
});

test("an open ticket notices by itself that it was let in and served", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  const purchase = await given.purchase(holder, await given.ticket());
  const scanner = await given.person(Role.ScanAdmin);
  const scan = (kind: "entry" | "feature") =>
    scanner.call(api.scans[kind], { body: { qrToken: purchase.shortCode } }, { idempotencyKey: randomUUID() });
  await given.signedIn(page, holder);
  const hears = greeted(page);
  await page.goto(`/ticket/my-tickets?open=${purchase.id}`);
  await hears;
  const held = page.getByRole("dialog");
  await expect(held).toBeVisible();
  const giveBack = page.getByText(say("tickets_give_back"), { exact: true });
  await expect(giveBack).toHaveCount(1);
  await scan("entry");
  await expect(held.getByText(say("format_status_entry"))).toBeVisible({ timeout: 3_000 });
  await expect(giveBack).toHaveCount(0);
  await scan("feature");
  await expect(held.getByText(say("format_status_feature"))).toBeVisible({ timeout: 3_000 });

  await page.goto("/");
  await expect(page.getByText(say("home_show_ticket"))).toBeVisible();
  await expect(page.getByText(say("home_show_code"))).toHaveCount(0);
});
