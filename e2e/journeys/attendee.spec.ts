import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

for (const language of ["ar", "en"] as const) {
  test(`a stranger registers, signs in, takes a ticket and holds its QR (${language})`, async ({ page, given }) => {
    const t = (key: string, values = {}) => say(key, language, values);
    const ticket = await given.ticket({ title: `Finals ${language} ${Date.now()}` });
    const username = `gamer.${language}.${Date.now().toString(36)}`;
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto("/");
    await expect(page).toHaveURL(/\/login/);
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    for (const way of ["app_login", "app_register"]) {
      const link = page.getByRole("banner").getByRole("link", { name: t(way), exact: true });
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await page
      .getByRole("main")
      .getByRole("link", { name: t("auth_to_register") })
      .click();

    await page.getByLabel(t("auth_username"), { exact: true }).fill(username);
    await page.getByLabel(t("auth_password"), { exact: true }).fill("ghayr-maaruf-9");
    await page.getByLabel(t("auth_confirmation")).fill("another-one-9");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("auth_register") })
      .click();
    await expect(
      page.getByText(language === "ar" ? "كلمتا المرور غير متطابقتين" : "Passwords do not match"),
    ).toBeVisible();
    await page.getByLabel(t("auth_confirmation")).fill("ghayr-maaruf-9");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("auth_register") })
      .click();
    await expect(page.getByText(t("auth_registered"))).toBeVisible();

    await page.getByLabel(t("auth_identifier")).fill(username.toUpperCase());
    await page.getByLabel(t("auth_password"), { exact: true }).fill("ghayr-maaruf-8");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("auth_login") })
      .click();
    await expect(page.getByText(language === "ar" ? "غير صحيحة" : "is not correct")).toBeVisible();
    await expect(page.getByLabel(t("auth_identifier"))).toHaveValue(username.toUpperCase());
    await page.getByLabel(t("auth_password"), { exact: true }).fill("ghayr-maaruf-9");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("auth_login") })
      .click();
    await page.getByRole("link", { name: t("home_get_ticket") }).click();

    const reserve = page.getByRole("button", { name: t("tickets_reserve_name", { title: ticket.title }) });
    await expect(reserve).toBeEnabled();
    // A title of an ordinary length stands on one line of its row.
    const lines = await page.getByRole("heading", { name: ticket.title }).evaluate((heading) => {
      const title = heading.cloneNode() as HTMLElement;
      title.textContent = "اليوم الأول: بطولة فالورانت";
      heading.after(title);
      const { height } = title.getBoundingClientRect();
      title.remove();
      return height / Number.parseFloat(getComputedStyle(heading).lineHeight);
    });
    expect(lines).toBeCloseTo(1, 1);
    await reserve.click();
    await expect(page.getByText(t("tickets_won_title"))).toBeVisible();
    await page
      .getByRole("link", { name: t("tickets_won_show") })
      .or(page.getByRole("button", { name: t("tickets_won_show") }))
      .click();
    const qr = page.getByRole("img", { name: t("tickets_qr_of", { title: ticket.title }) });
    await expect(qr).toBeVisible();
    const box = await qr.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(240);
    const shortCode = /^[2-9A-Z]{5}-[2-9A-Z]{5}$/;
    await expect(page.getByText(shortCode)).toBeVisible();
    // Code and status stand above the bottom bar before anything is scrolled.
    const status = page.getByRole("article").getByText(t("format_status_active"), { exact: true });
    const bar = page.getByRole("navigation", { name: t("app_nav_bar") });
    const top = (await bar.boundingBox())?.y ?? 0;
    await expect.poll(() => foot(status)).toBeLessThanOrEqual(top);
    await page
      .getByRole("button", { name: t("tickets_enlarge") })
      .first()
      .click();
    const held = page.getByRole("dialog");
    const upright = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 844, height: 390 });
    for (const part of [held.getByRole("img").first(), held.getByText(shortCode)]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    // A laptop has it lying: code and title beside each other.
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect
      .poll(async () => {
        const boxes = await Promise.all(
          [held.getByRole("img").first(), held.locator("h2")].map((at) => at.boundingBox()),
        );
        const [left, right] = boxes.map((at) => at ?? { x: 0, width: 0 }).toSorted((a, b) => a.x - b.x);
        return left && right && left.x + left.width <= right.x;
      })
      .toBe(true);
    await page.setViewportSize(upright);

    await page.goto("/");
    const pass = page.getByRole("article").filter({ hasText: ticket.title });
    // The notches are cut where the stub begins, however long the title is.
    await expect(pass.locator("> div")).toHaveCSS("mask-image", /radial-gradient.*radial-gradient/);
    await pass.getByRole("link", { name: t("home_show_code") }).click();
    await expect(held.getByText(shortCode)).toBeVisible();
  });
}

/** Where something ends on the screen, pixels. */
async function foot(locator: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await locator.boundingBox()) ?? {};
  return y + height;
}

test("another language keeps what was typed, and takes back what it said in the one before", async ({ page }) => {
  const speaks = async (now: "ar" | "en", next: "ar" | "en") => {
    await page.getByRole("button", { name: say("app_settings", now) }).click();
    await page.getByText(next === "en" ? "English" : "العربية", { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", next);
    await page.keyboard.press("Escape");
    await expect(page.getByText("English", { exact: true })).toBeHidden();
  };
  const register = (language: "ar" | "en") =>
    page.getByRole("main").getByRole("button", { name: say("auth_register", language) });
  await page.goto("/register");
  await page.getByLabel(say("auth_username"), { exact: true }).fill("two.tongues");
  await page.getByLabel(say("auth_password"), { exact: true }).fill("short");
  await register("ar").click();
  await expect(page.getByText("يجب ألا تقل كلمة المرور عن 8 أحرف")).toBeVisible();
  await speaks("ar", "en");
  await expect(page.getByRole("heading", { name: say("auth_register_title", "en") })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(say("auth_register_title", "en")));
  await expect(page.getByText("يجب ألا تقل")).toHaveCount(0);
  await expect(page.getByLabel(say("auth_username", "en"), { exact: true })).toHaveValue("two.tongues");
  await expect(page.getByLabel(say("auth_password", "en"), { exact: true })).toHaveValue("short");
  await register("en").click();
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
  await speaks("en", "ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByLabel(say("auth_password"), { exact: true })).toHaveValue("short");

  await page.goto("/verify");
  await page.getByLabel(say("verify_code")).fill("123");
  await speaks("ar", "en");
  await expect(page.getByLabel(say("verify_code", "en"))).toHaveValue("123");
});

test("what was typed survives a lost connection", async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel(say("auth_username"), { exact: true }).fill("lost.player");
  await page.getByLabel(say("auth_password"), { exact: true }).fill("ghayr-maaruf-9");
  await page.getByLabel(say("auth_confirmation")).fill("ghayr-maaruf-9");
  await page.context().setOffline(true);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("auth_register") })
    .click();
  await expect(page.getByText(say("ui_state_network"))).toBeVisible();
  await expect(page.getByText(say("app_offline_banner"))).toBeVisible();
  await expect(page.getByLabel(say("auth_username"), { exact: true })).toHaveValue("lost.player");
  await expect(page.getByLabel(say("auth_password"), { exact: true })).toHaveValue("ghayr-maaruf-9");
});

test("an account whose answer was lost is one's own at the next press", async ({ page }) => {
  const username = `half${Date.now().toString(36)}`;
  await page.route(
    "**/api/auth/register",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await page.goto("/register");
  await page.getByLabel(say("auth_username"), { exact: true }).fill(username);
  await page.getByLabel(say("auth_password"), { exact: true }).fill("ghayr-maaruf-9");
  await page.getByLabel(say("auth_confirmation")).fill("ghayr-maaruf-9");
  const press = page.getByRole("main").getByRole("button", { name: say("auth_register") });
  await press.click();
  await expect(page.getByText(say("ui_state_network"))).toBeVisible();
  await press.click();
  await expect(page.getByText(say("home_hello", "ar", { name: username })).first()).toBeVisible();
});

test("a code waits a minute for the address it went to, and for no other", async ({ page }) => {
  const [first, second] = [1, 2].map((n) => `wait${n}${Date.now().toString(36)}@example.com`) as [string, string];
  await page.goto("/verify");
  const field = page.getByLabel(say("verify_email"));
  const send = page.getByRole("button", { name: say("verify_send"), exact: true });
  await field.fill(first);
  await send.click();
  await expect(page.getByRole("button", { name: say("verify_resend_in", "ar", { time: "0:5" }) })).toBeDisabled();
  await field.fill(second);
  await expect(send).toBeEnabled();
  await field.fill(first.toUpperCase());
  await expect(page.getByRole("button", { name: say("verify_resend_in", "ar", { time: "0:5" }) })).toBeDisabled();
  // An address that somebody put into the link was sent nothing.
  await page.goto(`/verify?email=${second}`);
  await expect(send).toBeEnabled();
  await expect(page.getByText(say("verify_sent_to"))).toHaveCount(0);
});
