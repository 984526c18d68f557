import { api, Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

test("the home's figure rises with a scan, without a reload, and leads to the log of scans", async ({
  page,
  given,
}) => {
  // More than other journeys let in at a gate of theirs within the hour: the plot names the busiest gates.
  const ticket = await given.ticket();
  const holders = await Promise.all(Array.from({ length: 8 }, () => given.person(Role.User)));
  const codes = await Promise.all(holders.map(async (holder) => (await given.purchase(holder, ticket)).shortCode));
  await given.signedIn(page, await given.person(Role.Admin));
  await page.goto("/");
  for (const [name, path] of [
    ["app_nav_entry_scan", "/scanEnter"],
    ["app_nav_food_scan", "/scanFeature"],
  ] as const) {
    const door = page.getByRole("main").getByRole("link", { name: say(name), exact: true });
    await expect(door).toHaveAttribute("href", path);
  }
  const entered = page.getByRole("region", { name: say("figures_entered") });
  const figure = entered.locator("p").first();
  const before = Number((await figure.textContent())?.replace(/\D/g, ""));
  const gate = "البوابة الغربية";
  for (const qrToken of codes) await given.admin(api.scans.entry, { body: { qrToken, gate } });
  await expect(figure).toHaveText(String(before + codes.length), { timeout: 10_000 });
  await expect(page.getByRole("img", { name: /البوابة الغربية/ })).toBeVisible();
  await entered.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/dashboard\/scans\?day=[\d-]+&show=entered$/);
  await expect(page.getByRole("combobox", { name: say("scanlog_show") })).toHaveValue("entered");
  await expect(page.getByText("البوابة الغربية").first()).toBeVisible();
});

test("what an administrator changes stands in the audit with before and after", async ({ page, given }) => {
  const [before, after] = [`منصة ${Date.now().toString(36)}`, `بعدها ${Date.now().toString(36)}`];
  const someone = await given.person(Role.Admin);
  const { id } = await someone.call(api.platforms.create, { body: { name: before } });
  await someone.call(api.platforms.update, { params: { id: String(id) }, body: { name: after } });
  await given.signedIn(page, await given.person(Role.Admin));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/dashboard/audit");
  await page.getByRole("combobox", { name: say("audit_filter") }).selectOption("platforms");
  const row = page.getByRole("row", { name: after }).filter({ hasText: before });
  await expect(row).toContainText(someone.username);
  // What names the row stays in sight; digits end at the right in Arabic too, units below units.
  await expect(row.locator("[data-main]")).toHaveCSS("position", "sticky");
  await expect(row.locator("[data-align=end]").first()).toHaveCSS("justify-content", "flex-start");
  await row.getByRole("button").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("PUT /platform/:id")).toBeVisible();
  await expect(dialog.getByRole("row", { name: say("audit_f_name") })).toContainText(after);
});
