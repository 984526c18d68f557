import type { Page } from "@playwright/test";
import { api, Platform, Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

/** A picture of one colour, drawn by the browser itself. */
async function chosenPicture(page: Page, colour: string) {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 96;
    const brush = canvas.getContext("2d");
    if (brush) {
      brush.fillStyle = fill;
      brush.fillRect(0, 0, 96, 96);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, colour);
  return { name: "picture.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const pressIn = (page: Page, key: string) =>
  dialog(page)
    .getByRole("button", { name: say(key), exact: true })
    .click();
const row = (page: Page, name: string) => page.getByRole("row", { name });
const label = (page: Page, key: string) => dialog(page).getByLabel(say(key), { exact: false });

let name = 0;
const unique = (word: string) => `${word} ${Date.now().toString(36)}${++name}`;

test.beforeEach(async ({ page, given }) => {
  await given.signedIn(page, await given.person(Role.Admin));
});

test("an administrator makes a booth and a game, assigns its admin, and deletes them again", async ({
  page,
  given,
}) => {
  const [booth, game] = [unique("جناح"), unique("لعبة")];
  const keeper = await given.person(Role.BoothAdmin);

  await test.step("the booth", async () => {
    await page.goto("/dashboard/booths");
    await press(page, say("booths_add"));
    await pressIn(page, "form_add");
    await expect(page.locator(".mantine-InputWrapper-error").first()).toBeVisible();
    await label(page, "booths_col_name").fill(booth);
    await dialog(page)
      .locator("input[type=file]")
      .setInputFiles(await chosenPicture(page, "#0a7"));
    await pressIn(page, "form_add");
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, booth).locator("img")).toHaveJSProperty("complete", true);
  });

  await test.step("its game, with a description, a picture and bounds", async () => {
    await page.goto("/dashboard/games");
    await press(page, say("games_add"));
    await label(page, "games_col_name").first().fill(game);
    await label(page, "games_col_short").fill("قصير");
    await label(page, "games_col_booth").selectOption({ label: booth });
    await label(page, "games_col_platform").selectOption({ label: "PlayStation" });
    await label(page, "games_col_win").fill("٣٠");
    await label(page, "games_col_lose").fill("-5");
    const text = dialog(page).getByRole("textbox", { name: say("games_f_description") });
    await dialog(page)
      .getByRole("button", { name: say("editor_bold"), exact: true })
      .click();
    await text.pressSequentially("جولتان");
    await dialog(page)
      .locator("input[type=file]")
      .first()
      .setInputFiles(await chosenPicture(page, "#a70"));
    await expect(label(page, "games_col_max")).toHaveCount(0);
    await dialog(page)
      .getByRole("switch", { name: say("games_f_finite") })
      .check();
    await label(page, "games_col_min").fill("10");
    await label(page, "games_col_max").fill("100");
    await pressIn(page, "form_add");
    // The server's sentence stands at its field in the open dialog, and nothing typed is lost.
    await expect(label(page, "games_col_min")).toHaveAccessibleDescription(/\S/);
    await expect(text).toHaveText("جولتان");
    await label(page, "games_col_min").fill("0");
    await pressIn(page, "form_add");
    await expect(dialog(page)).toHaveCount(0);
    const made = (await given.admin(api.games.list)).find((one) => one.name === game);
    expect(made).toMatchObject({
      winPoints: 30,
      losePoints: -5,
      platformId: Platform.PlayStation,
      finite: true,
      min: 0,
      max: 100,
      description: "<p><strong>جولتان</strong></p>",
      image: expect.stringMatching(/^\/files\//),
      logo: "",
    });
  });

  await test.step("an edit sends what was changed; turning finite off clears the bounds, the picture goes", async () => {
    await press(page, say("table_edit", "ar", { name: game }));
    await dialog(page)
      .getByRole("button", { name: say("picture_remove") })
      .first()
      .click();
    await dialog(page)
      .getByRole("switch", { name: say("games_f_finite") })
      .uncheck();
    await expect(label(page, "games_col_max")).toHaveCount(0);
    await dialog(page)
      .getByRole("switch", { name: say("games_f_doubled") })
      .check();
    const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().includes("/api/game/"));
    await pressIn(page, "form_save");
    expect((await sent).postDataJSON()).toEqual({ image: "", finite: false, isDoubled: true });
    await expect(dialog(page)).toHaveCount(0);
    const made = (await given.admin(api.games.list)).find((one) => one.name === game);
    expect(made).toMatchObject({ image: "", finite: false, min: null, max: null, isDoubled: true });
  });

  await test.step("a press into a description writes nothing that the editor does not know", async () => {
    const { id } = (await given.admin(api.games.list)).find((one) => one.name === game) ?? { id: 0 };
    const description = "<h4>قواعد</h4><ul><li>أولى</li></ul>";
    await given.admin(api.games.update, { params: { id: String(id) }, body: { description } });
    await page.goto("/dashboard/games");
    await press(page, say("table_edit", "ar", { name: game }));
    await dialog(page)
      .getByRole("textbox", { name: say("games_f_description") })
      .click();
    await pressIn(page, "form_save");
    await expect(dialog(page).getByText(say("form_no_changes"))).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("its admin: assigned once, then only unassigned", async () => {
    await page.goto("/dashboard/booths");
    await press(page, say("booths_assign", "ar", { name: booth }));
    await dialog(page).getByRole("combobox").selectOption({ label: keeper.username });
    await pressIn(page, "booths_assign_save");
    await expect(dialog(page)).toHaveCount(0);
    const assign = row(page, booth).getByRole("button", { name: say("booths_assign", "ar", { name: booth }) });
    await expect(assign).toHaveAttribute("aria-disabled", "true");
    await expect(assign).toHaveAccessibleName(new RegExp(keeper.username));
    await press(page, say("booths_unassign", "ar", { name: booth }));
    await pressIn(page, "booths_unassign_yes");
    await expect(assign).toHaveAttribute("aria-disabled", "false");
    expect((await given.admin(api.booths.admins)).find(({ id }) => id === keeper.session.user.id)?.boothId).toBeNull();
  });

  await test.step("a booth in use is not deleted, and can be deactivated in its place", async () => {
    await press(page, say("table_delete", "ar", { name: booth }));
    await pressIn(page, "form_delete");
    await pressIn(page, "booths_deactivate");
    await expect(dialog(page)).toHaveCount(0);
    expect((await given.admin(api.booths.list)).find((one) => one.name === booth)?.isActive).toBe(false);
  });

  await test.step("the game, then the booth", async () => {
    await page.goto("/dashboard/games");
    await press(page, say("table_delete", "ar", { name: game }));
    await pressIn(page, "form_delete");
    await expect(row(page, game)).toHaveCount(0);
    await page.goto("/dashboard/booths");
    await press(page, say("table_delete", "ar", { name: booth }));
    await pressIn(page, "form_delete");
    await expect(row(page, booth)).toHaveCount(0);
  });
});

test("what others change shows without a reload", async ({ page, given }) => {
  const { id } = await given.admin(api.booths.create, { body: { name: unique("قديم") } });
  await page.goto("/dashboard/booths");
  const renamed = unique("جديد");
  await expect(async () => {
    // Until the socket is open nobody tells.
    await given.admin(api.booths.update, { params: { id: String(id) }, body: { name: renamed } });
    await expect(row(page, renamed)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
});

test("pasted HTML keeps its words and its emphasis, and nothing that runs or loads", async ({ page, given }) => {
  await given.admin(api.booths.create, { body: { name: unique("جناح") } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => request.url().includes("off.example") && faults.push(request.url()));
  await page.goto("/dashboard/games");
  await press(page, say("games_add"));
  const text = dialog(page).getByRole("textbox", { name: say("games_f_description") });
  await text.click();
  await text.evaluate((element) => {
    const html =
      '<b>نص</b><img src="https://off.example/x.png" onerror="document.title=1"><script>document.title=2</script>' +
      '<a href="javascript:alert(1)">رابط</a><style>*{display:none}</style><iframe src="https://off.example"></iframe>';
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    clipboardData.setData("text/plain", "نص");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(text).toHaveText("نصرابط");
  await expect(text.locator("strong")).toHaveText("نص");
  await expect(text.locator("a, img, script, style, iframe")).toHaveCount(0);
  await expect(page).toHaveTitle(new RegExp(say("games_title")));

  // Words that are chosen become a link by the tools alone, without leaving the keyboard.
  await page.keyboard.press("ControlOrMeta+a");
  await dialog(page)
    .getByRole("button", { name: say("editor_link"), exact: true })
    .click();
  await dialog(page).getByLabel(say("editor_link_address")).fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText(say("editor_link_wrong"))).toBeVisible();
  await dialog(page).getByLabel(say("editor_link_address")).fill("saha.example");
  await page.keyboard.press("Enter");
  await expect(text.locator("a").first()).toHaveAttribute("href", "https://saha.example");
  expect(faults).toEqual([]);
});
