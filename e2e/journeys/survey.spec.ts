import { Role } from "@saha/contract";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

test("a question is asked, answered, its answer changed, and the results plotted", async ({
  page,
  given,
  server,
  browser,
}) => {
  const question = `ما أجمل ما رأيت؟ ${Date.now().toString(36)}`;
  const dialog = page.getByRole("dialog");
  await test.step("an administrator asks", async () => {
    await given.signedIn(page, await given.person(Role.Admin));
    await page.goto("/dashboard/survey");
    await page
      .getByRole("button", { name: say("survey_add"), exact: true })
      .first()
      .click();
    await dialog.getByLabel(say("survey_col_question")).fill(question);
    await dialog.getByRole("button", { name: say("form_add"), exact: true }).click();
    await expect(page.getByRole("row", { name: question })).toBeVisible();
  });

  const phone = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } });
  const member = await phone.newPage();
  await test.step("a member answers, and changes the answer; what is typed outlives a reload", async () => {
    await given.signedIn(member, await given.person(Role.User));
    await member.goto("/survey");
    const card = member.getByRole("listitem").filter({ hasText: question });
    await card.getByRole("textbox").fill("الألعاب القديمة");
    await member.reload();
    await expect(card.getByRole("textbox")).toHaveValue("الألعاب القديمة");
    await card.getByRole("button", { name: say("survey_save") }).click();
    await expect(card.getByText(say("survey_answered"), { exact: true })).toBeVisible();
    await card.getByRole("textbox").fill("المسرح");
    await card.getByRole("button", { name: say("survey_save") }).click();
    await expect(card.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(member.getByText(say("survey_saved")).last()).toBeVisible();
  });

  await test.step("the results count and name it, and a file of them can be saved", async () => {
    await page.getByRole("button", { name: say("survey_results", "ar", { question }) }).click();
    await expect(dialog.getByRole("listitem").filter({ hasText: "المسرح" })).toContainText("1");
    await expect(dialog.getByRole("row").filter({ hasText: "المسرح" })).toBeVisible();
    const saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: say("table_export") }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  });
  await phone.close();
});
