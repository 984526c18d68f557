import { randomUUID } from "node:crypto";
import { api, Role } from "@saha/contract";
import { apply, givenGame } from "../evening.ts";
import { expect, test } from "../fixtures.ts";
import { greeted } from "../idle.ts";
import { say } from "../text.ts";

test("a giveaway is joined, drawn on two screens at once, and its proof computed anew", async ({
  page,
  given,
  server,
  browser,
}) => {
  const unique = Date.now().toString(36);
  const booth = await given.admin(api.booths.create, { body: { name: `جناح ${unique}` } });
  const name = `كرسي ${unique}`;
  const poll = await given.admin(api.polls.create, { body: { boothId: booth.id, name, renderTime: 3 } });
  const [player, keeper] = [await given.person(Role.User), await given.person(Role.BoothAdmin)];
  await given.admin(api.booths.assignAdmin, { body: { userId: keeper.session.user.id, boothId: booth.id } });
  const dialog = page.getByRole("dialog", { name });
  // An attendee's socket is patient: it opens once the first load is over.
  const hears = greeted(page);

  await test.step("a player joins, and a second press of another phone is told so", async () => {
    await given.signedIn(page, player);
    await page.goto("/userBooths");
    await page.getByRole("button", { name: `${say("giveaway_title")}: ${name}` }).click();
    await dialog.getByRole("button", { name: say("giveaway_join"), exact: true }).click();
    await expect(page.getByText(say("giveaway_applied"))).toBeVisible();
    await expect(dialog.getByText(say("giveaway_joined"))).toBeVisible();
    await expect(dialog.getByRole("button", { name: say("giveaway_join"), exact: true })).toHaveCount(0);
  });

  const desk = await browser.newContext({ baseURL: server.url });
  const staff = await desk.newPage();
  await test.step("staff roll: the draw shows on both screens, then the winner", async () => {
    await hears;
    await given.signedIn(staff, keeper);
    await staff.goto("/");
    const roll = staff.getByRole("button", { name: say("roll_button"), exact: true });
    await staff.setViewportSize({ width: 360, height: 740 });
    // The words stand in one line, beside a long name of a booth too.
    await expect.poll(async () => (await roll.boundingBox())?.height).toBeLessThan(48);
    await roll.click();
    await staff
      .getByRole("dialog")
      .getByRole("button", { name: say("roll_button"), exact: true })
      .click();
    await expect(staff.getByRole("dialog").getByRole("img", { name: /\S/ })).toBeVisible();
    await expect(dialog.getByText(say("giveaway_spinning"))).toBeVisible();
    await expect(dialog.getByText(say("giveaway_won"))).toHaveCount(0);
    await expect(dialog.getByText(say("giveaway_won"))).toBeVisible({ timeout: 15_000 });
    await expect(staff.getByText(say("roll_last"), { exact: true })).toBeVisible();
    // One winner is told once.
    await expect(staff.locator('[data-kind="success"]')).toHaveCount(1);
  });

  await test.step("the proof finds the same winner on the player's own device", async () => {
    await dialog.getByRole("link", { name: say("giveaway_proofs") }).click();
    await expect(page.getByText(say("draws_right"))).toBeVisible();
    await expect(page.getByText(say("draws_is_you"))).toBeVisible();
    // This browser saw the fingerprint before the draw.
    await expect(page.getByText(/رآها هذا المتصفح/)).toBeVisible();
  });

  await test.step("a proof that was tampered with turns the verdict", async () => {
    // Nobody is signed in: the proof is everybody's.
    const visitor = await browser.newPage({ baseURL: server.url });
    await visitor.route(/\/poll\/\d+\/draws$/, async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: { winnerEntryId: number }[] };
      for (const draw of data) draw.winnerEntryId += 1;
      await route.fulfill({ response: answer, json: { data } });
    });
    await visitor.goto(`/draws/${poll.id}`);
    await expect(visitor.getByText(say("draws_wrong"))).toBeVisible();
    await visitor.close();
  });
  await test.step("who won before reads so after another draw", async () => {
    const other = await given.person(Role.User);
    const body = { pollId: poll.id, userId: other.session.user.id };
    await other.call(api.polls.join, { body }, { idempotencyKey: randomUUID() });
    await keeper.call(api.polls.roll, { body: { pollId: poll.id } }, { idempotencyKey: randomUUID() });
    const last = async () => (await other.call(api.polls.get, { params: { id: String(poll.id) } })).lastWinner;
    await expect.poll(last).toBe(other.session.user.username);
    await page.goto("/userBooths");
    await page.getByRole("button", { name: `${say("giveaway_title")}: ${name}` }).click();
    await expect(dialog.getByText(say("giveaway_won"))).toBeVisible();
    // A phone that was away in the moment of the draw is told, until it has shown it.
    const away = await browser.newContext({ baseURL: server.url });
    const phone = await away.newPage();
    await given.signedIn(phone, player);
    await phone.goto("/userBooths");
    await phone.getByRole("button", { name: `${say("giveaway_won")}: ${name}` }).click();
    await expect(phone.getByRole("dialog").getByText(say("giveaway_won"))).toBeVisible();
    await phone.goto("/userBooths");
    await expect(phone.getByRole("button", { name: `${say("giveaway_title")}: ${name}` })).toBeVisible();
    await away.close();
    await staff.reload();
    await staff.getByRole("button", { name: say("roll_button"), exact: true }).click();
    await staff.getByRole("link", { name: say("roll_before") }).click();
    for (const { session } of [player, other]) {
      await expect(staff.getByText(session.user.username, { exact: true })).toBeVisible();
    }
    await staff.goto("/");
  });
  await test.step("the next evening's giveaway of the same booth is joined beside the drawn one", async () => {
    const next = await given.admin(api.polls.create, { body: { boothId: booth.id, name: `شاشة ${unique}` } });
    await page.goto("/userBooths");
    await page.getByRole("button", { name: `${say("giveaway_title")}: ${name}` }).click();
    const choose = dialog.getByRole("group", { name: say("giveaway_choose") });
    await expect(choose.getByRole("radio", { name })).toBeChecked();
    await choose.getByRole("radio", { name: next.name }).check();
    const nextDialog = page.getByRole("dialog", { name: next.name });
    await nextDialog.getByRole("button", { name: say("giveaway_join"), exact: true }).click();
    await expect(nextDialog.getByText(say("giveaway_joined"))).toBeVisible();
    await expect
      .poll(async () => (await player.call(api.polls.entries)).map(({ pollId }) => pollId))
      .toEqual(expect.arrayContaining([poll.id, next.id]));
    await given.admin(api.polls.remove, { params: { id: String(next.id) } });
  });
  await test.step("a call has the place of the draw's card, until it is answered", async () => {
    const entry = await apply(player, await givenGame(given, booth));
    const slow = await given.admin(api.polls.create, { body: { boothId: booth.id, name: "شاشة", renderTime: 60 } });
    const body = { pollId: slow.id, userId: player.session.user.id };
    await player.call(api.polls.join, { body }, { idempotencyKey: randomUUID() });
    const hears = greeted(page);
    await page.goto("/standings");
    await hears;
    await keeper.call(api.polls.roll, { body: { pollId: slow.id } }, { idempotencyKey: randomUUID() });
    const card = page.getByRole("complementary", { name: say("giveaway_title") });
    await expect(card).toBeVisible();
    await keeper.call(api.queue.call, { body: { queueId: entry.id } });
    await expect(card).toBeHidden();
    await page.getByRole("button", { name: say("call_coming") }).click();
    // A second tap on the answer opens nothing.
    await page.waitForFunction((name) => {
      const [shown] = document.querySelectorAll(`aside[aria-label="${name}"]`);
      const { display, pointerEvents } = shown ? getComputedStyle(shown) : { display: "none" };
      return display !== "none" && pointerEvents === "none";
    }, say("giveaway_title"));
    await expect(card).toBeVisible();
  });
  await desk.close();
});
