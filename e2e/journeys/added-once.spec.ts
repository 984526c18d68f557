import type { Page } from "@playwright/test";
import { api, Role } from "@saha/contract";
import { eventDay } from "../accounts.ts";
import { expect, type Given, test } from "../fixtures.ts";
import { openResettingLine } from "../resetting-line.ts";
import { say } from "../text.ts";

/** What a browser or a person sends once more, because no answer came, is there once. */
const dialog = (page: Page) => page.getByRole("dialog");
const add = (page: Page) => dialog(page).getByRole("button", { name: say("form_add"), exact: true });

async function fillTicket(page: Page, title: string) {
  await page
    .getByRole("button", { name: say("tickets_add") })
    .first()
    .click();
  await dialog(page).getByLabel(say("tickets_col_title")).fill(title);
  await dialog(page).getByLabel(say("tickets_col_quantity")).fill("100");
  await dialog(page).getByLabel(say("tickets_col_day")).fill(eventDay(3));
}

async function quantitiesOf(given: Given, title: string) {
  const tickets = await given.admin(api.tickets.list);
  return tickets.filter((ticket) => ticket.title === title).map(({ quantity }) => quantity);
}

test("a ticket whose answer was lost is there once, however often it is added; the next one alike is another", async ({
  page,
  given,
}) => {
  await given.signedIn(page, await given.person(Role.Admin));
  const title = `مرة واحدة ${Date.now().toString(36)}`;
  await page.goto("/dashboard/tickets/free");
  await fillTicket(page, title);
  await page.route(
    "**/api/ticket",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 2 },
  );
  for (let lost = 0; lost < 2; lost++) {
    const failed = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await add(page).click();
    await failed;
    await expect(dialog(page).getByText(say("ui_state_network"))).toBeVisible();
    await expect(add(page)).toBeEnabled();
  }
  expect(await quantitiesOf(given, title)).toEqual([100]);
  await add(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await quantitiesOf(given, title)).toEqual([100]);

  await fillTicket(page, title);
  await add(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await quantitiesOf(given, title)).toEqual([100, 100]);
});

test("one press that the browser sends again by itself, as the line broke, adds one ticket and one booth", async ({
  page,
  given,
  server,
}) => {
  const line = await openResettingLine(server.url);
  try {
    await given.signedIn(page, await given.person(Role.Admin));
    const name = `بلا صدى ${Date.now().toString(36)}`;
    await page.goto(`${line.url}/dashboard/tickets/free`);
    await fillTicket(page, name);
    line.loseAnswerTo(/^POST \/api\/ticket /);
    await add(page).click();
    await expect(dialog(page)).toBeHidden();
    expect(line.asked(/^POST \/api\/ticket /)).toBe(2);
    expect(await quantitiesOf(given, name)).toEqual([100]);

    await page.goto(`${line.url}/dashboard/booths`);
    await page
      .getByRole("button", { name: say("booths_add") })
      .first()
      .click();
    await dialog(page).getByLabel(say("booths_col_name")).fill(name);
    const image = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } });
    await dialog(page)
      .locator("input[type=file]")
      .setInputFiles({ name: "hall.png", mimeType: "image/png", buffer: image });
    line.loseAnswerTo(/^POST \/api\/booth /);
    await add(page).click();
    await expect(dialog(page)).toBeHidden();
    expect(line.asked(/^POST \/api\/booth /)).toBe(2);
    const booths = (await given.admin(api.booths.list)).filter((booth) => booth.name === name);
    expect(booths).toHaveLength(1);
    expect((await page.request.get(server.url + booths[0]?.image)).status()).toBe(200);
  } finally {
    await line.close();
  }
});
