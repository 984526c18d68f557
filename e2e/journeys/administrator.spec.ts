import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { api, Category, type Language, Platform, Role } from "@saha/contract";
import { eventDay } from "../accounts.ts";
import { expect, type Given, test } from "../fixtures.ts";
import { say } from "../text.ts";

test.use({ viewport: { width: 1440, height: 900 } });
test.describe.configure({ mode: "parallel" });

const ownColours = { primary: "#7C3AED", secondary: "#22D3EE", tertiary: "#F59E0B" };

const dated = "table_created table_updated";
/** The columns of each table (spec §2), by the label of its add button or, where nothing is added, by its title. */
const columns: Partial<Record<string, string>> = {
  users_add:
    "table_id users_col_username users_col_riot users_col_email users_col_blocked users_col_verified users_col_role",
  tickets_category_add: `table_id tickets_col_name ${dated}`,
  platforms_add: `table_id platforms_col_name ${dated}`,
  booths_add: "table_id booths_col_name booths_col_image booths_col_active",
  games_add:
    "table_id games_col_name games_col_booth games_col_short games_col_platform games_col_win games_col_lose " +
    "games_col_logo games_col_image games_col_queueable games_col_active games_col_double games_col_external " +
    `games_col_finite games_col_max games_col_min ${dated}`,
  boothThemes_add:
    "table_id boothThemes_col_booth themes_primary themes_secondary themes_tertiary boothThemes_col_logo",
  polls_add: `table_id polls_col_booth polls_col_name polls_col_secondary polls_col_render_time ${dated}`,
  tickets_add:
    "table_id tickets_col_type tickets_col_title tickets_col_day tickets_col_quantity tickets_col_purchased " +
    "tickets_col_entry tickets_col_feature tickets_col_visible tickets_col_active tickets_col_features",
  invitations_add:
    "table_id invitations_col_title invitations_col_for invitations_col_event invitations_col_admin " +
    "invitations_col_quantity invitations_col_day invitations_col_redeemed invitations_col_entry " +
    "invitations_col_feature invitations_col_active",
  survey_add: `table_id survey_col_question ${dated}`,
  logs_title: `table_id logs_col_actor logs_col_user logs_col_game logs_col_previous logs_col_current ${dated}`,
  purchased_title:
    "table_id purchased_col_user purchased_col_ticket purchased_col_entry purchased_col_feature purchased_col_status",
};

/** Every task of an administrator in the dashboard (spec §2), one after the other, as it is done by hand. */
for (const language of ["ar", "en"] as const) {
  test(`an administrator does every task of the dashboard (${language})`, async ({ page, given, browser, server }) => {
    test.setTimeout(300_000);
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    const me = await given.person(Role.Admin);
    await given.signedIn(page, me);
    const desk = deskOf(page, language);
    const { of, dialog, field, row } = desk;
    const unique = Date.now().toString(36);
    const booth = `Booth ${unique}`;

    await page.goto("/dashboard");
    await test.step("users: add, block, set a password, delete", async () => {
      const username = `guest.${unique}`;
      const password = `kalima-${unique}-sirriya`;
      await desk.press(of("users_add"));
      await field("users_col_username").fill(username);
      await field("users_password").fill(password);
      await field("users_confirmation").fill(password);
      await dialog.getByRole("button", { name: of("form_add"), exact: true }).click();
      // What was done is said beside the tools of the table, not over them, for three seconds (spec §9).
      await expect(page.getByText(of("form_added", { name: username }))).toBeVisible();
      await page.getByRole("button", { name: of("users_add"), exact: true }).click({ trial: true, timeout: 3000 });
      await desk.hasColumns("users_add");
      await desk.edit(username, () => dialog.getByRole("switch", { name: of("users_switch_blocked") }).check());
      await expect(row(username)).toContainText(of("users_blocked"));
      await desk.press(of("users_password_of", { name: username }));
      await field("users_new_password").fill(`${password}-2`);
      await field("users_confirmation").fill(`${password}-2`);
      await desk.send("users_password_save");
      await desk.remove(username);
    });

    await test.step("categories and platforms: add, rename, delete; the basic ones rest", async () => {
      for (const [title, add, name] of [
        ["tickets_table_categories", "tickets_category_add", "tickets_col_name"],
        ["platforms_title", "platforms_add", "platforms_col_name"],
      ] as const) {
        await desk.open(title);
        await expect(page.getByRole("button", { disabled: true }).first()).toBeVisible();
        await desk.add(add, () => field(name).fill(`Kind ${unique}`));
        await desk.edit(`Kind ${unique}`, () => field(name).fill(`Other ${unique}`));
        await desk.remove(`Other ${unique}`);
      }
    });

    await test.step("booths: add, edit, assign an admin, unassign", async () => {
      const keeper = await given.person(Role.BoothAdmin);
      await desk.open("booths_title");
      await desk.add("booths_add", () => field("booths_col_name").fill(`New ${unique}`));
      await desk.edit(`New ${unique}`, () => field("booths_col_name").fill(booth));
      await desk.seek(booth);
      await desk.press(of("booths_assign", { name: booth }));
      await dialog.getByRole("combobox").selectOption({ label: keeper.username });
      await desk.send("booths_assign_save");
      await desk.press(of("booths_unassign", { name: booth }));
      await desk.send("booths_unassign_yes");
    });

    await test.step("games: add, edit, delete", async () => {
      await desk.open("games_title");
      await desk.add("games_add", async () => {
        await field("games_col_name").fill(`Game ${unique}`);
        await field("games_col_short").fill("G1");
        await field("games_col_booth").selectOption({ label: booth });
        await field("games_col_platform").selectOption({ label: "Xbox" });
        await field("games_col_win").fill("10");
        await field("games_col_lose").fill("0");
      });
      await desk.edit(`Game ${unique}`, () => dialog.getByRole("switch", { name: of("games_f_doubled") }).check());
      await desk.remove(`Game ${unique}`);
    });

    await test.step("booth themes: add, edit", async () => {
      await desk.open("boothThemes_title");
      await desk.add("boothThemes_add", async () => {
        await field("boothThemes_col_booth").selectOption({ label: booth });
        await desk.colour("themes_primary", "#0B7A4B");
      });
      await desk.edit(booth, () => desk.colour("themes_primary", "#0055AA"));
      await expect(row(booth)).toContainText("#0055AA");
    });

    await test.step("an attendee selects the booth: its colours go with them, until they are taken back", async () => {
      const [made] = (await given.admin(api.booths.list)).filter(({ name }) => name === booth);
      const phone = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } });
      const attendee = await phone.newPage();
      await attendee.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
      await given.signedIn(attendee, await given.person(Role.User));
      const primary = () =>
        attendee.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary").trim());
      await attendee.goto(`/userBooths/${made?.id}`);
      const before = await primary();
      await attendee.getByRole("button", { name: of("play_colours_on") }).click();
      await expect.poll(primary).toBe("#0055aa");
      await attendee.goto("/ticket/free");
      expect(await primary()).toBe("#0055aa");
      // The theme goes, and its colours with it.
      const theme = (await given.admin(api.boothThemes.list)).find(({ boothId }) => boothId === made?.id);
      await given.admin(api.boothThemes.update, { params: { id: String(theme?.id) }, body: { primary: "#AA0055" } });
      await attendee.reload();
      await expect.poll(primary).toBe("#aa0055");
      await attendee.getByRole("banner").getByRole("button").last().click();
      await attendee.getByRole("button", { name: of("play_colours_off") }).click();
      await expect.poll(primary).toBe(before);
      await phone.close();
    });

    await test.step("booth themes: delete", () => desk.remove(booth));

    await test.step("giveaways: add, edit, delete", async () => {
      await desk.open("polls_title");
      await desk.add("polls_add", async () => {
        await field("polls_col_booth").selectOption({ label: booth });
        await field("polls_col_name").fill(`Prize ${unique}`);
        await field("polls_f_render_time").fill("5");
      });
      await desk.edit(`Prize ${unique}`, () => field("polls_col_secondary").fill("At the desk"));
      await expect(row(`Prize ${unique}`)).toContainText("At the desk");
      await desk.remove(`Prize ${unique}`);
    });

    await test.step("the booth: delete", async () => {
      await desk.open("booths_title");
      await desk.remove(booth);
    });

    await test.step("free tickets: add, edit, delete", async () => {
      await desk.open("app_nav_free_tickets");
      await desk.add("tickets_add", async () => {
        await field("tickets_col_title").fill(`Pass ${unique}`);
        await field("tickets_col_quantity").fill("4");
        await field("tickets_col_day").fill(eventDay(3));
      });
      await desk.edit(`Pass ${unique}`, () => field("tickets_col_quantity").fill("5"));
      await desk.remove(`Pass ${unique}`);
    });

    await test.step("invitations: add with their codes, limit redeeming, edit, delete", async () => {
      await desk.open("invitations_title");
      await desk.add("invitations_add", async () => {
        await field("invitations_col_title").fill(`Invited ${unique}`);
        await field("invitations_col_day").fill(eventDay(3));
        await field("invitations_col_quantity").fill("2");
      });
      await desk.press(of("invitations_codes_of", { title: `Invited ${unique}` }));
      await expect(dialog.getByRole("row")).toHaveCount(3);
      await dialog.getByRole("button", { name: of("form_close") }).click();
      const [limit] = await given.admin(api.maxRedeem.list);
      await desk.press(of(limit ? "invitations_max_edit" : "invitations_max_add"));
      await field("invitations_max_field").fill(language === "ar" ? "500" : "700");
      await desk.send(limit ? "form_save" : "form_add");
      // Once there is a limit it is only edited.
      await expect(page.getByRole("button", { name: of("invitations_max_add") })).toHaveCount(0);
      await desk.edit(`Invited ${unique}`, () => field("invitations_col_admin").fill("Sara"));
      await desk.remove(`Invited ${unique}`);
    });

    await test.step("survey: add, edit, delete", async () => {
      await desk.open("survey_title");
      await desk.add("survey_add", () => field("survey_col_question").fill(`What ${unique}?`));
      await desk.edit(`What ${unique}?`, () => field("survey_col_question").fill(`Why ${unique}?`));
      await desk.remove(`Why ${unique}?`);
    });

    await test.step("main theme: change and save", async () => {
      await desk.open("themes_title");
      await page.getByRole("textbox", { name: of("themes_primary"), exact: true }).fill("#0B7A4B");
      await page.getByRole("button", { name: of("themes_save"), exact: true }).click();
      await expect(page.getByText(of("themes_saved"))).toBeVisible();
      await given.admin(api.themes.updateMain, { body: ownColours });
    });

    const { player, title } = await anEvening(given, unique);
    await test.step("logs: a change of a score", async () => {
      await desk.open("logs_title");
      await desk.seek(player);
      await expect(row(player)).toContainText("15");
      await desk.hasColumns("logs_title");
    });

    await test.step("scans: those let in, those refused", async () => {
      await desk.open("scanlog_title");
      await desk.seek(player);
      await expect(row(player)).toHaveCount(2);
      await page.getByRole("combobox", { name: of("scanlog_show") }).selectOption("refused");
      await expect(row(player)).toHaveCount(1);
      await expect(row(player)).toContainText(of("scanlog_is_already_used"));
    });

    await test.step("purchased tickets: delete one", async () => {
      await desk.open("purchased_title");
      await desk.seek(title);
      await desk.hasColumns("purchased_title");
      await desk.press(of("table_delete", { name: of("purchased_name", { title, user: player }) }));
      await desk.send("form_delete");
      await expect(row(title)).toHaveCount(0);
    });

    await test.step("audit: of one person, one kind, one day; the file holds no more than is shown", async () => {
      await desk.open("audit_title");
      await page.getByRole("combobox", { name: of("audit_person"), exact: true }).selectOption({ label: me.username });
      await page.getByRole("combobox", { name: of("audit_filter"), exact: true }).selectOption("platforms");
      await expect(row(me.username)).toHaveCount(3);
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: of("table_export"), exact: true }).click();
      const file = readFileSync(await (await saved).path(), "utf8");
      expect([...file].at(0)).toBe("\uFEFF");
      const lines = file.trim().split("\r\n").slice(1);
      expect(lines).toHaveLength(3);
      expect(lines.filter((line) => !line.includes(me.username))).toEqual([]);
      await page.getByLabel(of("audit_until"), { exact: true }).fill(eventDay(-3));
      await expect(page.getByText(of("table_no_match_filter"))).toBeVisible();
    });
  });
}

/** A player with points, who was let in, tried again, and holds a ticket of another day. */
async function anEvening(given: Given, unique: string): Promise<{ player: string; title: string }> {
  const { admin } = given;
  const person = await given.person(Role.User);
  const { id: boothId } = await admin(api.booths.create, { body: { name: `Hall ${unique}` } });
  const points = { winPoints: 5, losePoints: 0, description: "", externalGame: false, finite: false };
  const game = { name: `Quiz ${unique}`, shortName: "Q", platformId: Platform.Trivia, boothId, ...points };
  const { id: gameId } = await admin(api.games.create, { body: game });
  const params = { userId: String(person.session.user.id), gameId: String(gameId) };
  await admin(api.scores.trivia, { params, body: { score: 15 } }, { idempotencyKey: randomUUID() });
  const { shortCode } = await given.purchase(person, await given.ticket());
  const scan = () => admin(api.scans.entry, { body: { qrToken: shortCode } }, { idempotencyKey: randomUUID() });
  await scan();
  await expect(scan()).rejects.toThrow();
  const title = `Later ${unique}`;
  await given.purchase(person, await given.ticket({ title, day: eventDay(9), categoryId: Category.Free }));
  return { player: person.username, title };
}

/** What every table of the dashboard is worked with. */
function deskOf(page: Page, language: Language) {
  const of = (key: string, values = {}) => say(key, language, values);
  const dialog = page.getByRole("dialog");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const seek = (word: string) => page.getByLabel(of("table_search"), { exact: true }).fill(word);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  async function hasColumns(table: string) {
    const heads = columns[table]?.split(" ").map((head) => of(head)) ?? [];
    // In a wide table one column's head stands below another's.
    const seen = async () => (await page.getByRole("columnheader").allInnerTexts()).join(" ");
    await expect
      .poll(async () => {
        const all = await seen();
        return heads.filter((head) => !all.includes(head));
      })
      .toEqual([]);
    // A laptop has room for all of them: no table falls back on cards.
    await expect(page.locator("[data-narrow]")).toHaveCount(0);
  }
  async function send(key: string) {
    await dialog.getByRole("button", { name: of(key), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await closeMessages();
  }
  /** As a quick hand does: several messages lie over the tools for five seconds. */
  const closeMessages = () =>
    page
      .getByRole("button", { name: of("ui_toast_close"), exact: true })
      .evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()));
  return {
    of,
    dialog,
    press,
    seek,
    row,
    send,
    hasColumns,
    field: (key: string) => dialog.getByLabel(of(key)).first(),
    colour: (key: string, hex: string) => dialog.getByRole("textbox", { name: of(key), exact: true }).fill(hex),
    open: (title: string) =>
      page
        .getByRole("navigation")
        .getByRole("link", { name: of(title), exact: true })
        .first()
        .click(),
    async add(label: string, fill: () => Promise<unknown>) {
      await press(of(label));
      await fill();
      await send("form_add");
      await hasColumns(label);
    },
    async edit(name: string, fill: () => Promise<unknown>) {
      await seek(name);
      await press(of("table_edit", { name }));
      await fill();
      await send("form_save");
    },
    async remove(name: string) {
      await seek(name);
      await press(of("table_delete", { name }));
      await send("form_delete");
      await expect(row(name)).toHaveCount(0);
      await seek("");
    },
  };
}
