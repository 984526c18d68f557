import { chromium } from "@playwright/test";
import { api, Platform, Role } from "@saha/contract";
import { cameraFlags, executablePath } from "../browser.ts";
import { clipOf } from "../camera.ts";
import { givenBooth, givenGame, scoreOf } from "../evening.ts";
import { expect, test } from "../fixtures.ts";
import { typed } from "../keys.ts";
import { say } from "../text.ts";

test("a trivia admin scans a player, gives points, is refused in words, and goes on to the next", async ({
  server,
  given,
}) => {
  const { booth } = await givenBooth(given);
  const game = await givenGame(given, booth, { name: "تحدي الأنمي", platformId: Platform.Trivia });
  const quest = await givenGame(given, booth, { name: "رحلة الكنز", platformId: Platform.Quest, winPoints: 20 });
  const player = await given.person(Role.User);
  const { id, username } = player.session.user;
  const clip = await clipOf(JSON.stringify({ id, email: "" }));
  const browser = await chromium.launch({ executablePath, args: cameraFlags(clip) });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
    await given.signedIn(page, await given.person(Role.TriviaAdmin));
    await page.goto("/");
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await page.getByLabel(say("trivia_game")).selectOption(game.name);

    // A hand scanner types what it reads.
    await page.getByLabel(say("trivia_player")).fill('{"user":{"id":1}}');
    await button(say("trivia_find")).click();
    await expect(page.getByText(say("trivia_invalid_qr", "ar", { detail: say("trivia_qr_no_id") }))).toBeVisible();

    await button(say("trivia_scan")).click();
    await expect(page.getByRole("heading", { name: username })).toBeVisible({ timeout: 15_000 });
    for (const digit of ["3", "0"]) await button(digit).click();
    await expect(page.getByText(say("trivia_after", "ar", { score: "30" }))).toBeVisible();
    // The server takes them, but its answer is lost: what was typed survives a reload, and counts once all the same.
    await page.route(
      "**/api/score/trivia/**",
      async (route) => {
        await route.fetch();
        await page.waitForTimeout(1000);
        await route.abort();
      },
      { times: 1 },
    );
    await button("أضف 30 نقطة").click();
    // The camera would cover what becomes of them.
    await button(say("trivia_scan_other")).click({ force: true });
    await expect(page.getByText(say("trivia_undecided"))).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(say("trivia_undecided"))).toBeVisible();
    expect(await scoreOf(player, game)).toBe(30);
    await button("أضف 30 نقطة").click();
    await expect(page.getByText(say("trivia_done", "ar", { name: username, score: "30" }))).toBeVisible();
    expect(await scoreOf(player, game)).toBe(30);

    await button(say("trivia_next")).click();
    await page.getByLabel(say("trivia_player")).fill(String(id));
    await button(say("trivia_find")).click();
    await button(say("trivia_take")).click();
    await page.getByLabel(say("trivia_points")).fill("abc");
    await button("اخصم 0 نقطة").click();
    await expect(page.getByText(say("trivia_invalid_score"))).toBeVisible();
    await page.getByLabel(say("trivia_points")).fill("٤٠");
    await button("اخصم 40 نقطة").click();
    await expect(page.getByText(/يجب أن يبقى الرصيد بين/)).toBeVisible();
    expect(await scoreOf(player, game)).toBe(30);

    // Quest gives what the game says, and asks before it gives again.
    await page.getByLabel(say("trivia_game")).selectOption(quest.name);
    await button(say("trivia_add")).click();
    await button("أضف 20 نقطة").click();
    await expect(page.getByText(say("trivia_done", "ar", { name: username, score: "20" }))).toBeVisible();
    await button(say("trivia_add")).click();
    await button("أضف 20 نقطة").click();
    await expect(page.getByText(say("trivia_again_title"))).toBeVisible();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("trivia_again_yes") })
      .click();
    await expect(page.getByText(say("trivia_done", "ar", { name: username, score: "40" }))).toBeVisible();
    expect(await scoreOf(player, quest)).toBe(40);
  } finally {
    await browser.close();
  }
});

test("what a code holds behind its player steers nothing when a hand scanner types it", async ({ page, given }) => {
  const { booth } = await givenBooth(given);
  const game = await givenGame(given, booth, { name: "سؤال الليلة", platformId: Platform.Trivia });
  const player = await given.person(Role.User);
  const { id, username } = player.session.user;
  const params = { userId: String(id), gameId: String(game.id) };
  await given.admin(api.scores.put, { params, body: { score: 150 } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await given.signedIn(page, await given.person(Role.TriviaAdmin));
  await page.goto("/");
  await page.getByLabel(say("trivia_game")).selectOption(game.name);
  await page.getByLabel(say("trivia_player")).focus();
  // What finds nobody is typed over.
  await typed(page, "ABCDE-FGHJK\r", 2);
  await expect(page.getByText(say("trivia_not_found"))).toBeVisible();
  await page.waitForTimeout(400);
  /** To "Take away", and 100 points. */
  const steer = "\t\t\t\t\r\t100\r";
  await typed(page, `${JSON.stringify({ id, email: "" })}\r${"x".repeat(200)}${steer}`, 2);
  await expect(page.getByRole("heading", { name: username })).toBeVisible();
  await expect(page.getByLabel(say("trivia_points"))).toHaveValue("");
  await expect(page.getByRole("button", { name: say("trivia_take"), exact: true })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  expect(await scoreOf(player, game)).toBe(150);
  // The same keys by hand (the twin), once the scan is over.
  await page.waitForTimeout(400);
  await typed(page, steer, 90);
  await expect(page.getByText(say("trivia_done", "ar", { name: username, score: "50" }))).toBeVisible();
});
