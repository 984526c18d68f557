import { crc32 } from "node:zlib";
import type { Page } from "@playwright/test";
import { api, issueSentences, Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

const ownColours = { primary: "#7C3AED", secondary: "#22D3EE", tertiary: "#F59E0B" };
const drawing = (inside: string) => ({
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100">${inside}</svg>`,
  ),
});
const notHex = issueSentences.hex.ar();
const hues = ["primary", "secondary", "tertiary"] as const;

test.beforeEach(async ({ page, given }) => {
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/dashboard/scores");
  await expect(page.getByRole("heading", { level: 1, name: say("themes_title") })).toBeVisible();
});
test.afterEach(({ given }) => given.admin(api.themes.updateMain, { body: ownColours }));

const field = (page: Page, hue: (typeof hues)[number]) =>
  page.getByRole("textbox", { name: say(`themes_${hue}`), exact: true });
const press = (page: Page, key: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: say(key), exact: true })
    .click();

/** The token that the document is painted with. */
const token = (page: Page, name: string) =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(`--${of}`).trim(), name);

/** What the eye gets: the contrast of a text's colour with the ground that it is really drawn on. */
function contrast(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
      let ground: Element | null = element;
      while (ground && parts(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
      const light = (colour: string) =>
        [0.2126, 0.7152, 0.0722].reduce((sum, share, at) => {
          const part = (parts(colour)[at] ?? 0) / 255;
          return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        }, 0);
      const ends = [getComputedStyle(element).color, getComputedStyle(ground ?? document.body).backgroundColor];
      const [dark = 0, bright = 0] = ends.map(light).toSorted((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    });
}

test("new colours and a logo are what the next visitor's login page is painted with", async ({ page, browser }) => {
  await field(page, "primary").fill("#0B7A4B");
  await field(page, "secondary").fill("#f2a900");
  await field(page, "tertiary").fill("#D1495B");
  for (const scheme of ["light", "dark"]) {
    const shown = page.getByRole("img", { name: say(`themes_preview_${scheme}`) });
    for (const metal of ["gold", "premium"]) await expect(shown.locator(`[data-metal="${metal}"]`)).toBeVisible();
  }
  await page
    .getByLabel(say("themes_logo"), { exact: true })
    .setInputFiles(drawing('<rect width="300" height="100" rx="20" fill="#0B7A4B"/>'));
  await expect(page.getByText(say("themes_logo_new"))).toBeVisible();
  await press(page, "themes_save");
  await expect(page.getByText(say("themes_saved"))).toBeVisible();
  expect(await token(page, "primary")).toBe("#0b7a4b");
  await expect(page.getByRole("banner").locator("img")).toHaveAttribute("src", /^\/files\/.+\.webp$/);

  const visitor = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const login = await visitor.newPage();
  await login.goto("/login");
  await expect(login.getByRole("main").getByRole("button", { name: say("auth_login"), exact: true })).toHaveCSS(
    "background-color",
    "rgb(11, 122, 75)",
  );
  for (const logo of [login.getByRole("banner").locator("img"), login.locator("main aside img")]) {
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await visitor.close();
});

test("what is no colour is said at its field, sent nowhere, and stays as it was typed", async ({ page, given }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  await field(page, "primary").fill("#0B7A4B");
  await field(page, "secondary").fill("turquoise");
  await field(page, "tertiary").fill("#FFF");
  for (const key of ["themes_test", "themes_save"]) {
    await press(page, key);
    await expect(page.getByText(notHex)).toHaveCount(2);
    await expect(field(page, "secondary")).toBeFocused();
  }
  await expect(field(page, "secondary")).toHaveValue("turquoise");
  await expect(field(page, "tertiary")).toHaveValue("#FFF");
  expect(sent).toEqual([]);
  expect(await token(page, "primary")).toBe("#7c3aed");
  expect((await given.admin(api.themes.main)).primary).toBe(ownColours.primary);

  await field(page, "secondary").fill("#٢٢D3EE");
  await expect(field(page, "secondary")).toHaveValue("#22D3EE");
  await expect(page.getByText(notHex)).toHaveCount(1);
});

test("a logo that is no picture, or a dangerous drawing, is refused in words and what was typed stays", async ({
  page,
  given,
}) => {
  const before = (await given.admin(api.themes.main)).logo;
  const logo = page.getByLabel(say("themes_logo"), { exact: true });
  await field(page, "primary").fill("#0B7A4B");
  await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("MZ\u0090 a program") });
  await expect(page.getByText(say("themes_logo_unreadable"))).toBeVisible();
  await logo.setInputFiles(drawing('<image href="https://off.example/x.png" width="9" height="9"/>'));
  await expect(page.getByText(say("themes_logo_new"))).toBeVisible();
  await press(page, "themes_save");
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(field(page, "primary")).toHaveValue("#0B7A4B");
  expect(await given.admin(api.themes.main)).toMatchObject({ ...ownColours, logo: before });
});

/** A PNG whose header claims this many pixels a side, and nothing after it. */
function pngOf(side: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([8, 6], 8);
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", size),
    chunk("IDAT", Buffer.alloc(20)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const laughs = [..."bcdefghij"].map((name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`).join("");
const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">${laughs}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&j;</text></svg>`;

for (const [what, file, reason] of [
  ["a renamed program", { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("MZ a program") }, "ارفع صورة"],
  [
    "a picture of 64,250 pixels a side",
    { name: "logo.png", mimeType: "image/png", buffer: pngOf(64_250) },
    "12000 بكسل",
  ],
  [
    "a drawing that unfolds without end",
    { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(bomb) },
    "كيانات",
  ],
] as const) {
  test(`${what} is refused for its own reason, however often Save is pressed`, async ({ page, given }) => {
    const before = await given.admin(api.themes.main);
    const refusal = page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ });
    await page.getByLabel(say("themes_logo"), { exact: true }).setInputFiles(file);
    await expect(refusal).toHaveText(say("themes_logo_unreadable"));
    for (let time = 0; time < 2; time++) {
      // From the first field, as far from the logo as the form goes.
      await field(page, "primary").focus();
      const answer = page.waitForResponse((response) => response.request().method() === "PUT");
      await press(page, "themes_save");
      expect((await answer).ok()).toBe(false);
      await expect(refusal).toHaveCount(1);
      await expect(refusal).toContainText(reason);
      await expect(refusal).toBeInViewport();
    }
    await expect(page.getByText(say("themes_saved"))).toBeHidden();
    expect(await given.admin(api.themes.main)).toEqual(before);
  });
}

test("with nothing changed there is nothing to save, and the form says so", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  await field(page, "primary").fill(ownColours.primary.toLowerCase());
  await press(page, "themes_save");
  await expect(page.getByText(say("form_no_changes"))).toBeVisible();
  await expect(page.getByText(say("themes_saved"))).toBeHidden();
  await field(page, "primary").fill("#0B7A4B");
  await expect(page.getByText(say("form_no_changes"))).toBeHidden();
  expect(sent).toEqual([]);
});

test("colours that are not saved are asked about before the screen is left", async ({ page }) => {
  const away = () => page.getByRole("banner").getByRole("link").first().click();
  await away();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await field(page, "primary").fill("#E11D48");
  const question = page.getByRole("dialog", { name: say("form_leave_title") });
  await away();
  await question.getByRole("button", { name: say("form_leave_no") }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/scores/);
  await expect(field(page, "primary")).toHaveValue("#E11D48");
  const account = new RegExp(`^${say("app_account_of", "ar", { name: "" }).trim()}`);
  await page.getByRole("banner").getByRole("button", { name: account }).click();
  await page.getByRole("button", { name: say("app_logout") }).click();
  await question.getByRole("button", { name: say("form_leave_no") }).click();
  await expect(field(page, "primary")).toHaveValue("#E11D48");
  // The browser's own buttons ask as well.
  await page.goForward();
  await question.getByRole("button", { name: say("form_leave_yes") }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("a trial paints every screen of this browser alone, until it is ended or the page is loaded anew", async ({
  page,
  given,
}) => {
  await field(page, "primary").fill("#E11D48");
  await press(page, "themes_test");
  await expect(page.getByText(say("themes_try_text"))).toBeVisible();
  expect(await token(page, "primary")).toBe("#e11d48");
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/$/);
  expect(await token(page, "primary")).toBe("#e11d48");
  await page.goBack();
  await expect(field(page, "primary")).toHaveValue("#E11D48");
  await page.getByRole("button", { name: say("themes_try_end") }).click();
  await expect(page.getByText(say("themes_try_text"))).toBeHidden();
  expect(await token(page, "primary")).toBe("#7c3aed");
  await expect(field(page, "primary")).toHaveValue("#E11D48");
  await press(page, "themes_test");
  await expect(page.getByText(say("themes_try_text"))).toBeVisible();
  await page.reload();
  await expect(field(page, "primary")).toHaveValue(ownColours.primary);
  expect(await token(page, "primary")).toBe("#7c3aed");
  expect((await given.admin(api.themes.main)).primary).toBe(ownColours.primary);
});

for (const [name, hex, warning] of [
  ["white on white", "#FFFFFF", "themes_reading_all_faint_light"],
  ["three equal colours", "#FFD60A", "themes_reading_all_alike"],
  ["black", "#000000", "themes_reading_all_faint_dark"],
] as const) {
  test(`${name} is told honestly and stays readable`, async ({ page, browser }) => {
    for (const hue of hues) await field(page, hue).fill(hex);
    await expect(page.getByText(say(warning))).toBeVisible();
    await press(page, "themes_save");
    await expect(page.getByText(say("themes_saved"))).toBeVisible();
    for (const scheme of ["light", "dark"]) {
      const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
      const visitor = await context.newPage();
      await visitor.addInitScript((value) => localStorage.setItem("color_scheme", value), scheme);
      await visitor.goto("/login");
      await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await token(visitor, "primary")).toBe(hex.toLowerCase());
      expect(await contrast(visitor, "h1"), `heading, ${scheme}`).toBeGreaterThanOrEqual(7);
      expect(await contrast(visitor, "main section p"), `muted text, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(await contrast(visitor, "main section a"), `link, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(await contrast(visitor, "main button[type=submit]"), `button, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      await context.close();
    }
  });
}

test("the kit shows every widget, and to administrators alone", async ({ page, browser, given }) => {
  await page.getByRole("button", { name: say("app_menu_open") }).click();
  const menu = page.getByRole("dialog");
  await expect(menu.getByRole("link", { name: say("users_title") })).toBeVisible();
  await expect(menu.getByRole("link", { name: say("look_title") })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("link", { name: say("look_title") }).click();
  await expect(page.getByRole("heading", { level: 1, name: say("look_title") })).toBeVisible();
  for (const part of ["colours", "letters", "buttons", "fields", "states", "table", "dialogs", "moments"]) {
    await expect(page.getByRole("heading", { level: 2, name: say(`look_${part}`), exact: true })).toBeVisible();
  }
  await page.getByRole("button", { name: say("look_open_form_refused"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(new RegExp(`^${say("look_f_title")}`)).fill("ليلة النهائي");
  await dialog.getByRole("button", { name: say("form_add"), exact: true }).click();
  await expect(dialog.getByText(say("look_refused"))).toBeInViewport();
  await expect(dialog.getByLabel(new RegExp(`^${say("look_f_title")}`))).toHaveValue("ليلة النهائي");

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await given.signedIn(other, await given.person(Role.PasswordResetAdmin));
  for (const path of ["/dashboard/look", "/dashboard/scores"]) {
    await other.goto(path);
    await expect(other).toHaveURL(/\/$/);
  }
  await context.close();
});
