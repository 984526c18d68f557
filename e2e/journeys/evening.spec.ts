import type { Locator, Page } from "@playwright/test";
import { api, type CallAnswer, type QueueEntry } from "@saha/contract";
import { givenBooth, givenPlayer, scoreOf } from "../evening.ts";
import { expect, test } from "../fixtures.ts";
import { say } from "../text.ts";

const dock = (page: Page, step: string, number: string) =>
  page.getByRole("button", { name: `${say(step)} ${number}`, exact: true });

/** Taps the place of a button in the moment when its words change; tells afterwards whether the button took the tap. */
async function tapWhenChanged(button: Locator): Promise<() => Promise<boolean>> {
  const tapped = await button.evaluateHandle((element) => {
    const before = element.textContent;
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      took: new Promise<boolean>((resolve) => {
        new MutationObserver((_, observer) => {
          if (element.textContent === before) return;
          observer.disconnect();
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          if (hit instanceof HTMLElement) hit.click();
          resolve(element.contains(hit));
        }).observe(element, { characterData: true, childList: true, subtree: true });
      }),
    };
  });
  return () => tapped.evaluate(({ took }) => took);
}
const answered = (answer: CallAnswer, { id }: QueueEntry) => ({ params: { id: String(id) }, body: { answer } });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("one thumb runs the evening: Call, Enter, Playing, Win, a wrong one taken back, a held player comes back", async ({
    page,
    given,
  }) => {
    const { game, staff } = await givenBooth(given);
    const first = await givenPlayer(given, game);
    const second = await givenPlayer(given, game);
    await given.signedIn(page, staff);
    await page.goto("/");

    // Two quick taps are one call.
    await dock(page, "staff_call", "001").dblclick();
    await expect(dock(page, "staff_enter", "001")).toBeVisible();
    await first.call(api.queue.answer, answered("coming", first.entry));
    await expect(page.getByText(say("staff_state_coming")).first()).toBeVisible();
    const tapped = await tapWhenChanged(dock(page, "staff_enter", "001"));
    await dock(page, "staff_enter", "001").click();
    await expect(dock(page, "staff_play", "001")).toBeVisible();
    // A second tap that comes as soon as the button is another one isn't the next step.
    expect(await tapped()).toBe(false);
    const [row] = await staff.call(api.queue.list);
    expect(row).toMatchObject({ id: first.entry.id, state: "entered" });
    await dock(page, "staff_play", "001").click();
    await dock(page, "staff_win", "001").click();
    await expect(page.getByText("+50")).toBeVisible();
    await expect(dock(page, "staff_call", "002")).toBeVisible();
    expect(await scoreOf(first, game)).toBe(50);

    await page.getByRole("button", { name: say("staff_undo") }).click();
    await expect(dock(page, "staff_win", "001")).toBeVisible();
    expect(await scoreOf(first, game)).toBe(0);
    await page.getByRole("button", { name: say("staff_lose"), exact: true }).click();
    await expect(page.getByText("+5", { exact: true })).toBeVisible();
    expect(await scoreOf(first, game)).toBe(5);

    await dock(page, "staff_call", "002").click();
    await expect(dock(page, "staff_enter", "002")).toBeVisible();
    await second.call(api.queue.answer, answered("later", second.entry));
    await expect(page.getByRole("heading", { name: say("staff_group_aside") })).toBeVisible();
    await second.call(api.queue.answer, answered("here", second.entry));
    await expect(page.getByRole("heading", { name: say("staff_group_aside") })).toBeHidden();
    for (const step of ["staff_call", "staff_enter", "staff_play", "staff_win"]) await dock(page, step, "002").click();
    await expect(page.getByText(say("staff_no_data"))).toBeVisible();
    expect(await scoreOf(second, game)).toBe(50);
  });
});

test("two staff on one row: the second press says what happened, and a booth taken away ends in words", async ({
  page,
  given,
}) => {
  const { booth, game, staff } = await givenBooth(given);
  const { entry, session } = await givenPlayer(given, game);
  await given.signedIn(page, staff);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Nobody tells this screen anything.
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto("/");
  const named = (step: string) =>
    say("staff_step_of", "ar", { step: say(step), number: "001", name: entry.user.username });
  const row = page.getByRole("row").filter({ hasText: entry.user.username });
  await row.getByRole("button", { name: named("staff_call") }).click();
  await expect(row.getByText(say("staff_state_called"))).toBeVisible();
  const params = { userId: String(session.user.id), gameId: String(game.id) };
  await given.admin(api.scores.win, { params, body: { queueId: entry.id } }, { idempotencyKey: "another-hand-0001" });
  await row.getByRole("button", { name: named("staff_lose") }).click();
  await expect(page.getByText("انتهى هذا الدور بالفعل")).toBeVisible();
  await expect(page.getByText(say("staff_no_data"))).toBeVisible();

  await given.admin(api.booths.assignAdmin, { body: { userId: staff.session.user.id, boothId: null } });
  await page.getByRole("button", { name: say("table_refresh") }).click();
  await expect(page.getByText(say("staff_no_booth"))).toBeVisible();
  await given.admin(api.booths.assignAdmin, { body: { userId: staff.session.user.id, boothId: booth.id } });
  await page.getByRole("button", { name: say("ui_state_retry") }).click();
  await expect(page.getByText(say("staff_no_data"))).toBeVisible();
});

test("a public board shows a call without a reload, says that its line is lost or its booth closed, and comes back by itself", async ({
  page,
  given,
}) => {
  const { booth, game, staff } = await givenBooth(given);
  const [first, second] = [await givenPlayer(given, game), await givenPlayer(given, game)];
  const call = ({ entry }: { entry: QueueEntry }) => staff.call(api.queue.call, { body: { queueId: entry.id } });
  let isDown = false;
  let opened = 0;
  let cut = () => {};
  // Playwright's own sockets need it (old-browser.ts).
  await page.addInitScript(() => {
    URL.parse = (url) => new URL(url);
  });
  await page.routeWebSocket(/socket\.io/, (socket) => {
    opened++;
    if (isDown) return void socket.close();
    socket.connectToServer();
    cut = () => void socket.close();
  });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`/board/${booth.id}`);
  const called = page.getByRole("region", { name: say("board_calling") });
  await expect(page.getByText(say("board_quiet"))).toBeVisible();
  await expect(page.getByRole("cell", { name: "001 002" })).toBeVisible();
  await call(first);
  await expect(called.getByText("001")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(first.username);

  isDown = true;
  cut();
  await expect(page.getByText(say("board_lost"))).toBeVisible();
  await call(second);
  await expect(called.getByText("001")).toBeVisible();
  isDown = false;
  await expect(called.getByText("002")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(say("board_lost"))).toBeHidden();

  const close = (isClosed: boolean) =>
    given.admin(api.booths.update, { params: { id: String(booth.id) }, body: { isActive: !isClosed } });
  await close(true);
  await expect(page.getByText(say("board_missing"))).toBeVisible({ timeout: 5000 });
  await expect(called).toBeHidden();
  const before = opened;
  await page.waitForTimeout(5500);
  expect(opened - before).toBeLessThanOrEqual(2);
  await close(false);
  await expect(called.getByText("002")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(say("board_lost"))).toBeHidden({ timeout: 15_000 });
});
