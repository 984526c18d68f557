import { randomUUID } from "node:crypto";
import { api, Category, Role } from "@saha/contract";
import { eventDay } from "../accounts.ts";
import { expect, test } from "../fixtures.ts";
import { linkTo } from "../outbox.ts";
import { say } from "../text.ts";

test("an invitation is mailed, opened, redeemed after the sign-in, and followed to the gate", async ({
  page,
  given,
  server,
  browser,
}) => {
  const title = `ليلة الشركاء ${Date.now().toString(36)}`;
  const address = `guest${Date.now().toString(36)}@mail.example`;
  const body = { title, quantity: 3, day: eventDay(), category: Category.Invitation, ticketInviter: "سارة" };
  const { id: ticketId } = await given.admin(api.tickets.create, { body });
  const codes = async () => (await given.admin(api.invitations.list)).filter((code) => code.ticketId === ticketId);
  const [first] = await codes();
  if (!first) throw new Error("no code was made");
  const guest = await given.person(Role.User);

  await test.step("the organiser notes an address and mails the code", async () => {
    await given.signedIn(page, await given.person(Role.Admin));
    await page.goto("/dashboard/tickets/invitations");
    await page.getByRole("button", { name: say("invitations_codes_of", "ar", { title }) }).click();
    await page.getByRole("button", { name: say("invitations_open_code", "ar", { code: first.code }) }).click();
    const card = page.getByRole("dialog", { name: say("invitations_code_title") });
    await card.getByLabel(say("invitations_col_sent_to")).fill(address);
    await card.getByRole("button", { name: say("form_save"), exact: true }).click();
    await card.getByRole("button", { name: say("invitations_mail"), exact: true }).click();
    await expect(card.getByRole("button", { name: say("invitations_mail_again") })).toBeVisible();
    await card.getByRole("button", { name: say("form_close") }).click();
  });

  const link = await linkTo(server, address);
  expect(link).toBe(`/ticket/invitation?code=${first.code}`);
  const phone = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } });
  const guestPage = await phone.newPage();

  await test.step("opening its link stamps it and uses nothing up; the tab keeps the code, its address doesn't", async () => {
    await guestPage.goto(link);
    await expect(guestPage.getByText(say("auth_invited_lead"))).toBeVisible();
    await expect.poll(async () => (await codes())[0]?.openedAt).toBeTruthy();
    expect((await codes())[0]?.redeemed).toBe(false);
    await expect(guestPage).toHaveURL("/login?from=%2Fticket%2Finvitation");
    await guestPage.reload();
    await expect(guestPage.getByText(say("auth_invited_lead"))).toBeVisible();
    await guestPage
      .getByRole("banner")
      .getByRole("link", { name: say("app_register") })
      .click();
    await guestPage
      .getByRole("main")
      .getByRole("link", { name: say("auth_to_login") })
      .click();
    await guestPage.getByLabel(say("auth_identifier")).fill(guest.username);
    await guestPage.getByLabel(say("auth_password"), { exact: true }).fill(guest.password);
    await guestPage
      .getByRole("main")
      .getByRole("button", { name: say("auth_login"), exact: true })
      .click();
    const field = guestPage.getByLabel(say("tickets_invitation_code"));
    await expect(field).toHaveValue(first.code);
    await guestPage.reload();
    await expect(field).toHaveValue(first.code);
    await expect(guestPage).toHaveURL("/ticket/invitation");
  });

  await test.step("redeeming congratulates with the title; empty does nothing, used up it says so", async () => {
    const redeem = guestPage.getByRole("button", { name: say("tickets_invitation_redeem"), exact: true });
    await redeem.click();
    await expect(guestPage.getByText(say("tickets_won_text", "ar", { title }))).toBeVisible();
    await guestPage.getByRole("button", { name: say("tickets_won_stay") }).click();
    const field = guestPage.getByLabel(say("tickets_invitation_code"));
    await expect(field).toHaveValue("");
    await guestPage.reload();
    await expect(field).toHaveValue("");
    await redeem.click();
    await expect(guestPage.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    // As people type it: small letters, no dashes, Arabic-Indic digits.
    const typed = first.code
      .toLowerCase()
      .replaceAll("-", "")
      .replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    await field.fill(typed);
    await redeem.click();
    await expect(guestPage.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
    await expect(field).toHaveValue(first.code);
  });

  await test.step("the gate lets in, and the organiser sees it", async () => {
    const [mine] = await guest.call(api.purchases.mine);
    const scan = { body: { qrToken: mine?.shortCode ?? "" } };
    await given.admin(api.scans.entry, scan, { idempotencyKey: randomUUID() });
    const codesDialog = page.getByRole("dialog");
    await codesDialog.getByRole("button", { name: say("table_refresh") }).click();
    await expect(
      codesDialog.getByRole("button", { name: new RegExp(`1 ${say("invitations_step_entered")}`) }),
    ).toBeVisible();
    await expect(codesDialog.getByRole("row", { name: first.code })).toContainText(guest.username);
  });

  await test.step("Copy All takes what is shown", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const codesDialog = page.getByRole("dialog");
    await codesDialog.getByRole("button", { name: `1 ${say("invitations_step_redeemed")}` }).click();
    await codesDialog.getByRole("button", { name: new RegExp(say("invitations_step_not_redeemed")) }).click();
    await codesDialog.getByRole("button", { name: say("invitations_copy_all") }).click();
    const left = (await codes()).filter(({ redeemed }) => !redeemed).map(({ code }) => code);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(left.join("\n"));
  });
  await phone.close();
});
