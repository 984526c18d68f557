import type { Locator, Page } from "@playwright/test";
import { api, Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { codeTo } from "../outbox.ts";
import { say } from "../text.ts";

const newPassword = "jadida-wa-tawila-8";
const fresh = (name: string) => `${name}${Date.now().toString(36)}`;
const inArabicDigits = (code: string) => code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");

async function speak(page: Page, language: "ar" | "en") {
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem("language")) localStorage.setItem("language", chosen);
  }, language);
}

function press(page: Page, name: string) {
  return page.getByRole("main").getByRole("button", { name, exact: true }).click();
}

/** A field of a dialog; a required one has a star behind its name. */
function typed(dialog: Locator, key: string) {
  return dialog.getByLabel(new RegExp(`^${say(key)}`));
}

async function openMenu(page: Page, name: string, language: "ar" | "en" = "ar") {
  await page.getByRole("button", { name: say("app_account_of", language, { name }) }).click();
}

/** Opens the profile and scrolls to its end, where what is seldom needed comes once it is in sight. */
async function openDevices(page: Page) {
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
}

for (const language of ["ar", "en"] as const) {
  const t = (key: string, values = {}) => say(key, language, values);

  test(`whoever registers with an email is in by its code (${language})`, async ({ page, server }) => {
    await speak(page, language);
    const username = fresh(`mail.${language}.`);
    const email = `${username}@example.com`;
    await page.goto("/register");
    await page.getByLabel(t("auth_username"), { exact: true }).fill(username);
    await page.getByLabel(t("auth_email")).fill(email);
    await page.getByLabel(t("auth_password"), { exact: true }).fill(newPassword);
    await page.getByLabel(t("auth_confirmation")).fill(newPassword);
    await press(page, t("auth_register"));
    await expect(page).toHaveURL(/\/verify\?email=/);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole("button", { name: t("verify_resend_in", { time: "0:5" }) })).toBeDisabled();

    const code = await codeTo(server, email);
    const wrong = code === "000000" ? "111111" : "000000";
    // The screen opens with the focus in the code, and the sixth digit sends it.
    await expect(page.getByLabel(t("verify_code"))).toBeFocused();
    await page.keyboard.type(wrong);
    await expect(page.getByText(language === "ar" ? "الرمز غير صحيح" : "The code is wrong")).toBeVisible();
    await expect(page.getByLabel(t("verify_code"))).toHaveValue(wrong);
    await page.getByLabel(t("verify_code")).fill(inArabicDigits(code));
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(t("home_hello", { name: username })).first()).toBeVisible();
    await page.goto("/profile");
    await expect(page.getByText(t("profile_email_verified"), { exact: true })).toBeVisible();
  });

  test(`a forgotten password is replaced by a mailed code, and signs every device out (${language})`, async ({
    page,
    server,
    given,
  }) => {
    await speak(page, language);
    const person = await given.person(Role.User);
    const email = `${person.username}@example.com`;
    await person.call(api.profiles.update, { params: { userId: String(person.session.user.id) }, body: { email } });
    await person.call(api.auth.verification, { body: { email, otp: await codeTo(server, email) } });

    await page.goto("/login");
    await page.getByRole("link", { name: t("password_forgot_link") }).click();
    await page.getByLabel(t("verify_email"), { exact: true }).fill(email.toUpperCase());
    await press(page, t("password_forgot_submit"));
    await expect(page.getByText(t("verify_sent"))).toBeVisible();
    await expect(page).toHaveURL(/\/forgot-password-verify\?email=/);
    await page.getByLabel(t("verify_code")).fill(await codeTo(server, email, 2));
    await expect(page.getByLabel(t("password_new"), { exact: true })).toBeFocused();
    await page.keyboard.type(newPassword);
    await page.getByLabel(t("password_confirmation")).fill("something-else-1");
    await press(page, t("password_reset_submit"));
    await expect(
      page.getByText(language === "ar" ? "يجب أن تتطابق كلمتا المرور" : "Passwords must match"),
    ).toBeVisible();
    await page.getByLabel(t("password_confirmation")).fill(newPassword);
    await press(page, t("password_reset_submit"));
    await expect(page.getByText(t("password_reset_done"))).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await expect(person.call(api.auth.me)).rejects.toMatchObject({ status: 401 });
    await expect(page.getByLabel(t("auth_identifier"))).toHaveValue(new RegExp(email, "i"));
    await page.getByLabel(t("auth_password"), { exact: true }).fill(newPassword);
    await press(page, t("auth_login"));
    await expect(page).toHaveURL(/\/$/);
  });

  test(`staff change their password in the menu; their other devices go (${language})`, async ({ page, given }) => {
    await speak(page, language);
    const person = await given.person(Role.ScanAdmin);
    const second = await person.call(api.auth.login, {
      body: { identifier: person.username, password: person.password },
    });
    await given.signedIn(page, { ...person, session: second });
    await page.goto("/");
    await openMenu(page, person.username, language);
    await page.getByRole("button", { name: t("password_change") }).click();
    const dialog = page.getByRole("dialog", { name: t("password_change_title") });
    const change = dialog.getByRole("button", { name: t("password_change_submit") });
    await change.click();
    await expect(
      dialog.getByText(language === "ar" ? "كلمة المرور مطلوبة" : "Password is required", { exact: true }),
    ).toBeVisible();
    await expect(
      dialog.getByText(language === "ar" ? "أعد كتابة كلمة المرور" : "Repeat password is required"),
    ).toBeVisible();
    await dialog.getByLabel(t("password_new"), { exact: true }).fill("12345");
    await dialog.getByLabel(t("password_confirmation")).fill("12345");
    await change.click();
    await expect(
      dialog.getByText(language === "ar" ? "عن 6 أحرف" : "Password have to be at least 6 characters long"),
    ).toBeVisible();
    await dialog.getByLabel(t("password_old")).fill("not-the-old-one");
    await dialog.getByLabel(t("password_new"), { exact: true }).fill(newPassword);
    await dialog.getByLabel(t("password_confirmation")).fill(newPassword);
    await change.click();
    await expect(
      dialog.getByText(language === "ar" ? "كلمة المرور الحالية غير صحيحة" : "The current password is not correct"),
    ).toBeVisible();
    await expect(dialog.getByLabel(t("password_new"), { exact: true })).toHaveValue(newPassword);
    await dialog.getByLabel(t("password_old")).fill(person.password);
    await change.click();
    await expect(page.getByText(t("password_changed"))).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(person.call(api.auth.me)).rejects.toMatchObject({ status: 401 });
    await openDevices(page);
    await expect(page.getByText(t("profile_device_current"), { exact: true })).toBeVisible();
  });
}

test("an attendee changes the password in the profile, not in the menu; an unverified email goes", async ({
  page,
  given,
}) => {
  const person = await given.person(Role.User);
  const email = `${fresh("unverified.")}@example.com`;
  await person.call(api.profiles.update, { params: { userId: String(person.session.user.id) }, body: { email } });
  await given.signedIn(page, person);
  await page.goto("/");
  await openMenu(page, person.username);
  await expect(page.getByRole("button", { name: say("password_change") })).toHaveCount(0);
  await page.getByRole("link", { name: say("profile_title"), exact: true }).click();
  await expect(page.getByRole("heading", { name: say("profile_pending_title") })).toBeVisible();
  await press(page, say("password_change"));
  const dialog = page.getByRole("dialog", { name: say("password_change_title") });
  await dialog.getByLabel(say("password_old")).fill(person.password);
  await dialog.getByLabel(say("password_new"), { exact: true }).fill(newPassword);
  await dialog.getByLabel(say("password_confirmation")).fill(newPassword);
  await dialog.getByRole("button", { name: say("password_change_submit") }).click();
  await expect(page.getByText(say("password_changed"))).toBeVisible();
  await expect(page.getByText(say("email_forgotten", "ar", { email: `\u2066${email}\u2069` }))).toBeVisible();
  await expect(page.getByRole("heading", { name: say("profile_pending_title") })).toBeHidden();
  await expect(page.getByLabel(say("profile_email"))).toHaveValue("");
});

test("a blocked account is out of its open page within seconds, and the sentence at login says why", async ({
  page,
  browser,
  server,
  given,
}) => {
  const person = await given.person(Role.User);
  const phone = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
  await given.signedIn(phone, person);
  await phone.goto("/");
  await expect(phone.getByText(say("home_hello", "ar", { name: person.username })).first()).toBeVisible();
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/dashboard/users");
  await page.getByLabel(say("table_search")).fill(person.username);
  await page.getByRole("button", { name: say("table_edit", "ar", { name: person.username }), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("users_switch_blocked")).check({ force: true });
  await dialog.getByRole("button", { name: say("form_save"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(say("users_blocked"), { exact: true }).first()).toBeVisible();
  await expect(phone).toHaveURL(/\/login/, { timeout: 5_000 });
  await expect(phone.getByText(say("app_session_ended"))).toBeVisible();
  await phone.getByLabel(say("auth_identifier")).fill(person.username);
  await phone.getByLabel(say("auth_password"), { exact: true }).fill(person.password);
  await press(phone, say("auth_login"));
  await expect(phone.getByRole("main").getByRole("alert")).toContainText("موقوف");
  await phone.context().close();
});

test("an administrator adds, renames and deletes an account; a taken name is refused with all that was typed", async ({
  page,
  given,
}) => {
  const taken = await given.person(Role.User);
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/dashboard/users");
  await page.getByRole("button", { name: say("users_add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("users_col_username")).fill(taken.username.toUpperCase());
  await dialog.getByLabel(say("users_col_riot")).fill("Rival#99");
  await typed(dialog, "users_password").fill(newPassword);
  await dialog.getByLabel(say("users_confirmation")).fill("differs-from-it");
  await dialog.getByLabel(say("users_col_role")).selectOption({ label: say("role_booth_admin") });
  const add = dialog.getByRole("button", { name: say("form_add"), exact: true });
  await add.click();
  await expect(dialog.getByText("كلمتا المرور غير متطابقتين")).toBeVisible();
  await dialog.getByLabel(say("users_confirmation")).fill(newPassword);
  await add.click();
  await expect(dialog.getByText("محجوز").first()).toBeVisible();
  await expect(dialog.getByLabel(say("users_col_riot"))).toHaveValue("Rival#99");
  await expect(typed(dialog, "users_password")).toHaveValue(newPassword);
  const username = fresh("booth.");
  await dialog.getByLabel(say("users_col_username")).fill(username);
  await add.click();
  await expect(dialog).toBeHidden();

  await page.getByLabel(say("table_search")).fill(username);
  await expect(page.getByText(say("role_booth_admin"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: say("table_edit", "ar", { name: username }), exact: true }).click();
  await dialog.getByLabel(say("users_col_username")).fill(`${username}.2`);
  await dialog.getByRole("button", { name: say("form_save"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: say("table_delete", "ar", { name: `${username}.2` }), exact: true }).click();
  await dialog.getByRole("button", { name: say("form_delete"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(say("table_no_match_title"))).toBeVisible();
});

test("a password-reset admin finds players by Riot ID alone and sets their passwords, nothing else", async ({
  page,
  given,
}) => {
  const player = await given.person(Role.User);
  const riotId = `${fresh("Sniper")}#EUW`;
  const email = `${fresh("sniper.")}@example.com`;
  const userId = String(player.session.user.id);
  await player.call(api.profiles.update, { params: { userId }, body: { riotId, email } });
  const reset = await given.person(Role.PasswordResetAdmin);
  await given.signedIn(page, reset);
  await page.goto("/");
  await page.getByRole("link", { name: say("users_home_open") }).click();
  await expect(page).toHaveURL(/\/dashboard\/users/);
  const search = page.getByLabel(say("users_search_riot"));
  await search.fill(player.username);
  await expect(page.getByText(say("table_no_match_title"))).toBeVisible();
  await search.fill(riotId);
  await expect(page.getByText(player.username)).toBeVisible();
  await expect(page.getByRole("button", { name: say("users_add") })).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("table_edit", "ar", { name: player.username }) })).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("table_delete", "ar", { name: player.username }) })).toHaveCount(0);
  const key = page.getByRole("button", { name: say("users_password_of", "ar", { name: player.username }) });
  const dialog = page.getByRole("dialog");
  const set = async (password: string) => {
    await typed(dialog, "users_new_password").fill(password);
    await dialog.getByLabel(say("users_confirmation")).fill(password);
    await dialog.getByRole("button", { name: say("users_password_save") }).click();
  };
  await key.click();
  await expect(page.getByText(email, { exact: true }).first()).toBeVisible();
  await set(newPassword);
  await expect(page.getByText(say("users_password_saved"))).toBeVisible();
  await expect(page.getByText(say("users_email_taken", "ar", { email: `\u2066${email}\u2069` }))).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toHaveCount(0);
  await expect(player.call(api.auth.me)).rejects.toMatchObject({ status: 401 });

  // Promoted while the list is open: the server refuses, and what was typed stays.
  const params = { id: String(player.session.user.id) };
  const own = { password: "kalima-jadida-lil-mudir-77", password_confirmation: "kalima-jadida-lil-mudir-77" };
  await given.admin(api.users.update, { params, body: { roleId: Role.Admin, ...own } });
  await key.click();
  await set("another-long-one-9");
  await expect(dialog.getByRole("alert")).toContainText("مدير");
  await expect(typed(dialog, "users_new_password")).toHaveValue("another-long-one-9");
  await page.goto("/dashboard/tickets/free");
  await expect(page).toHaveURL(/\/$/);
});

test("a profile is changed with a picture that the browser shrinks; a broken one is refused in words", async ({
  page,
  browser,
  server,
  given,
}) => {
  const person = await given.person(Role.User);
  await given.signedIn(page, person);
  const studio = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  await studio.goto(`${server.url}/login`);
  const photo = await studio.screenshot();
  await studio.close();

  await page.goto("/profile");
  await page.getByLabel(say("profile_name")).fill("نورة الشهري");
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({ name: "صورة.png", mimeType: "image/png", buffer: Buffer.from("MZ this is a program") });
  await press(page, say("profile_save"));
  await expect(page.getByText(/PNG/)).toBeVisible();
  await expect(page.getByLabel(say("profile_name"))).toHaveValue("نورة الشهري");

  await input.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: photo });
  await expect(page.getByText(say("profile_photo_new"))).toBeVisible();
  await press(page, say("profile_save"));
  await expect(page.getByText(say("profile_saved"))).toBeVisible();
  const face = page.getByRole("banner").locator("img[width]").last();
  await expect(face).toBeVisible();
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  await page.reload();
  await expect(page.getByLabel(say("profile_name"))).toHaveValue("نورة الشهري");
  await page.goto("/");
  await expect(page.getByText(say("home_hello", "ar", { name: "نورة الشهري" })).first()).toBeVisible();
});

test("what was typed on the profile survives a reload and an ended session, and goes with signing out", async ({
  page,
  given,
}) => {
  const person = await given.person(Role.User);
  await given.signedIn(page, person);
  await page.goto("/profile");
  const name = page.getByLabel(say("profile_name"));
  await name.fill("نورة الشهري");
  await page.reload();
  await expect(name).toHaveValue("نورة الشهري");
  await expect(page.getByText(say("profile_unsaved"))).toBeVisible();

  await person.call(api.auth.endSessions);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel(say("auth_identifier")).fill(person.username);
  await page.getByLabel(say("auth_password"), { exact: true }).fill(person.password);
  await press(page, say("auth_login"));
  await expect(page).toHaveURL(/\/profile/);
  await expect(name).toHaveValue("نورة الشهري");

  await openMenu(page, person.username);
  await page.getByText(say("app_logout"), { exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("نورة");
});

test("the next person on a tab or a browser finds nothing of the one before", async ({ page, given, context }) => {
  const [first, next] = [await given.person(Role.User), await given.person(Role.User)];
  await given.signedIn(page, first);
  await page.goto("/ticket/invitation");
  const code = page.getByRole("main").getByRole("textbox");
  await code.fill("QWER-TYUP-ASDF");
  await first.call(api.auth.endSessions);
  await expect(page).toHaveURL(/\/login/);
  const signIn = async () => {
    await page.getByLabel(say("auth_identifier")).fill(next.username);
    await page.getByLabel(say("auth_password"), { exact: true }).fill(next.password);
    await press(page, say("auth_login"));
  };
  await signIn();
  await expect(page).toHaveURL(/\/ticket\/invitation/);
  await expect(code).toHaveValue("");

  // An invitation that is left unused when its owner signs out is not a step back for who signs in next.
  await page.goto("/ticket/invitation?code=2345-6789-ABCD");
  await expect(code).toHaveValue("2345-6789-ABCD");
  await openMenu(page, next.username);
  await page.getByText(say("app_logout"), { exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(page).toHaveURL(/\/ticket\/invitation$/);
  await expect(code).toHaveValue("");

  // Another tab of the browser, where somebody else signs in before it has heard of this one.
  const ticket = await given.ticket();
  await given.purchase(next, ticket);
  await page.goto("/ticket/my-tickets");
  await expect(page.getByText(ticket.title).first()).toBeVisible();
  const { session } = await given.person(Role.User);
  const other = await context.newPage();
  await other.goto("/api/health/live");
  await other.evaluate(
    ([access, refresh]) => {
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
    },
    [session.accessToken, session.refreshToken] as const,
  );
  await expect(page.getByText(ticket.title)).toHaveCount(0);
});

test("what was typed to register survives a reload, without the password", async ({ page }) => {
  const username = fresh("typed.");
  await page.goto("/register");
  await page.getByLabel(say("auth_username"), { exact: true }).fill(username);
  await page.getByLabel(say("auth_password"), { exact: true }).fill(newPassword);
  await page.reload();
  await expect(page.getByLabel(say("auth_username"), { exact: true })).toHaveValue(username);
  await expect(page.getByLabel(say("auth_password"), { exact: true })).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(newPassword);
});

test("an unchanged profile is saved without an error, and an emptied field keeps what it had", async ({
  page,
  given,
}) => {
  const person = await given.person(Role.User);
  const params = { userId: String(person.session.user.id) };
  await person.call(api.profiles.update, { params, body: { riotId: "Noura#KSA" } });
  await given.signedIn(page, person);
  await page.goto("/profile");
  await page.getByLabel(say("profile_riot")).fill("");
  await press(page, say("profile_save"));
  await expect(
    page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: say("form_no_changes") }),
  ).toBeVisible();
  await expect(page.getByLabel(say("profile_riot"))).toHaveValue("Noura#KSA");
});

test("a new email waits for its code while the old one stays in force; this device stays signed in once", async ({
  page,
  server,
  given,
}) => {
  const person = await given.person(Role.User);
  const [old, next] = [`${person.username}@old.example.com`, `${person.username}@new.example.com`];
  const params = { userId: String(person.session.user.id) };
  await person.call(api.profiles.update, { params, body: { email: old } });
  const verified = await person.call(api.auth.verification, { body: { email: old, otp: await codeTo(server, old) } });
  await person.call(api.auth.logout, {}, { headers: asSession(verified) });
  await given.signedIn(page, person);
  await page.goto("/profile");
  await page.getByLabel(say("profile_email")).fill(next);
  await press(page, say("profile_save"));
  await expect(page.getByRole("heading", { name: say("profile_pending_title") })).toBeVisible();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  expect(await person.call(api.auth.me)).toMatchObject({ email: old, pendingEmail: next, isVerified: true });
  await expect(page.getByLabel(say("profile_email"))).toHaveValue(old);
  await expect(page.getByText(say("profile_email_verified"), { exact: true })).toBeVisible();
  await page.getByLabel(say("verify_code")).fill(await codeTo(server, next));
  await press(page, say("profile_pending_verify"));
  await expect(page.getByText(say("profile_pending_done"))).toBeVisible();
  await expect(page.getByRole("heading", { name: say("profile_pending_title") })).toBeHidden();
  expect(await person.call(api.auth.me)).toMatchObject({ email: next, pendingEmail: null, isVerified: true });
  expect(await person.call(api.auth.sessions)).toHaveLength(1);
});

test("an email for which a code has just left is not promised another one", async ({ page, given }) => {
  const email = `${fresh("shared.")}@example.com`;
  const body = { username: fresh("first."), email, password: newPassword, password_confirmation: newPassword };
  // Asked for on this device: another one's requests hold nobody back (rules §3).
  const device = "a-key-that-this-browser-keeps";
  await page.addInitScript((key) => localStorage.setItem("device_key", key), device);
  await given.admin(api.auth.register, { body }, { headers: { "x-device": device } });
  await page.goto("/register");
  await page.getByLabel(say("auth_username"), { exact: true }).fill(fresh("second."));
  await page.getByLabel(say("auth_email")).fill(email);
  await page.getByLabel(say("auth_password"), { exact: true }).fill(newPassword);
  await page.getByLabel(say("auth_confirmation")).fill(newPassword);
  await press(page, say("auth_register"));
  await expect(page.getByText(say("verify_not_sent"))).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test("a change of email is taken back", async ({ page, server, given }) => {
  const person = await given.person(Role.User);
  const [old, next] = [`${person.username}@old.example.com`, `${person.username}@typo.example.com`];
  const params = { userId: String(person.session.user.id) };
  await person.call(api.profiles.update, { params, body: { email: old } });
  await person.call(api.auth.verification, { body: { email: old, otp: await codeTo(server, old) } });
  await person.call(api.profiles.update, { params, body: { email: next } });
  await given.signedIn(page, person);
  await page.goto("/profile");
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await press(page, say("profile_pending_cancel"));
  await expect(page.getByRole("heading", { name: say("profile_pending_title") })).toBeHidden();
  await expect(page.getByLabel(say("profile_email"))).toHaveValue(old);
  expect(await person.call(api.auth.me)).toMatchObject({ email: old, pendingEmail: null, isVerified: true });
});

test("one device is signed out from another, then all of them", async ({ page, given }) => {
  const person = await given.person(Role.User);
  const body = { identifier: person.username, password: person.password };
  const lost = await person.call(
    api.auth.login,
    { body },
    { headers: { "user-agent": "Mozilla/5.0 (X11; CrOS) Firefox/140.0" } },
  );
  await given.signedIn(page, person);
  await openDevices(page);
  const device = say("profile_device", "ar", { browser: "Firefox", system: "ChromeOS" });
  await page.getByRole("button", { name: say("profile_device_end_name", "ar", { device }) }).click();
  await expect(page.getByText(say("profile_device_ended"))).toBeVisible();
  await expect(person.call(api.auth.me, {}, { headers: asSession(lost) })).rejects.toMatchObject({ status: 401 });

  const refused: string[] = [];
  page.on(
    "response",
    (answer) => answer.status() === 401 && refused.push(`${answer.request().method()} ${answer.url()}`),
  );
  await press(page, say("profile_devices_all"));
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("profile_devices_all") })
    .click();
  await expect(page).toHaveURL(/\/login/);
  await expect(person.call(api.auth.me)).rejects.toMatchObject({ status: 401 });
  // Nothing asks with tokens that have just ended: the console stays clean.
  expect(refused).toEqual([]);
});

function asSession({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
  return { authorization: `Bearer ${accessToken}`, "x-refresh-token": refreshToken };
}
