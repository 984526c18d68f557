import type { Page, Route } from "@playwright/test";
import { api, Role } from "@saha/contract";
import { apply, givenBooth } from "../evening.ts";
import { test as base, expect } from "../fixtures.ts";
import { greeted } from "../idle.ts";
import { startServer } from "../server.ts";
import { say } from "../text.ts";

/** An event whose calls are soon over. */
const test = base.extend<object, { server: Awaited<ReturnType<typeof startServer>> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer({ env: { CALL_SECONDS: "12" } });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ viewport: { width: 390, height: 844 } });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const dock = (page: Page, step: string, number: string) =>
  page.getByRole("button", { name: `${say(step)} ${number}`, exact: true });

test("side by side: a player joins, is called, comes, plays and wins; misses the next call, comes back and plays", async ({
  page,
  given,
  browser,
}) => {
  const { booth, game, staff } = await givenBooth(given);
  const player = await given.person(Role.User);
  const desk = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "ar-EG" })).newPage();
  await given.signedIn(desk, staff);
  await given.signedIn(page, player);
  // The socket of a phone opens once its first load is over.
  const hears = greeted(page);
  const here = new URL((await page.goto("/userBooths"))?.url() ?? "");
  await desk.goto(here.origin);
  await expect(desk.getByText(say("staff_no_data"))).toBeVisible();
  await test.step("finds the booth in a grid or a list, with its picture, and its games in either", async () => {
    const tile = page.getByRole("article").filter({ hasText: booth.name });
    await expect(tile.locator("svg, img").first()).toBeVisible();
    await press(page, say("play_view_list"));
    await expect(tile).toHaveAttribute("data-view", "list");
    await expect(tile.locator("svg, img").first()).toBeVisible();
    await tile.getByRole("link", { name: booth.name }).click();
    await expect(page).toHaveURL(new RegExp(`/userBooths/${booth.id}$`));
    const games = page.getByRole("list").filter({ hasText: game.name });
    // The address changes before the screen does, and the booths have the same button.
    await expect(games).toBeVisible();
    for (const view of ["grid", "list"] as const) {
      await press(page, say(`play_view_${view}`));
      await expect(games).toHaveAttribute("data-view", view);
    }
  });
  let loads = 0;
  for (const one of [page, desk]) one.on("load", () => loads++);
  const call = page.getByRole("region", { name: say("call_label", "ar", { game: game.name }) });
  const place = page.getByRole("heading", { name: `${say("line_place_in")} ${game.name}` });

  await test.step("joins by two quick taps, once", async () => {
    await page.getByRole("button", { name: say("play_apply_name", "ar", { game: game.name }) }).dblclick();
    await expect(place).toBeVisible();
    await expect(page.getByText(say("line_number", "ar", { number: "001" }))).toBeVisible();
  });

  await test.step("is called, answers, and the desk sees it", async () => {
    await hears;
    await dock(desk, "staff_call", "001").click();
    await expect(call).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(say("call_title")));
    await press(page, say("call_coming"));
    await expect(call).toBeHidden();
    await expect(page.getByText(say("line_coming"), { exact: true })).toBeVisible();
    await expect(desk.getByText(say("staff_state_coming")).first()).toBeVisible();
  });

  await test.step("plays, wins, and watches the score rise", async () => {
    await dock(desk, "staff_enter", "001").click();
    await expect(page.getByText(say("line_entered"), { exact: true })).toBeVisible();
    await dock(desk, "staff_play", "001").click();
    await expect(page.getByText(say("line_playing"), { exact: true })).toBeVisible();
    await dock(desk, "staff_win", "001").click();
    await expect(page.getByText(say("news_win", "ar", { message: "" }).trim(), { exact: false })).toBeVisible();
    await expect(page.getByRole("link", { name: say("app_score", "ar", { score: "50" }) })).toBeVisible();
    await expect(place).toBeHidden();
    expect(loads).toBe(0);
  });

  await test.step("misses the next call, which a reload does not hide, and comes back by one press", async () => {
    await page.getByRole("button", { name: say("play_apply_name", "ar", { game: game.name }) }).click();
    await dock(desk, "staff_call", "002").click();
    await expect(call).toBeVisible();
    await page.goto("/");
    await expect(call).toBeVisible();
    await expect(page.getByText(say("line_late"), { exact: true })).toBeVisible({ timeout: 20_000 });
    await page.getByRole("button", { name: say("line_here_name", "ar", { game: game.name }) }).click();
    await expect(page.getByText(say("line_late"), { exact: true })).toBeHidden();
    await expect(page.getByText("001", { exact: true })).toBeVisible();
    await dock(desk, "staff_call", "002").click();
    await press(page, say("call_later"));
    await expect(page.getByText(say("line_held"), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: say("line_here_name", "ar", { game: game.name }) }).click();
    for (const step of ["staff_call", "staff_enter", "staff_play"]) await dock(desk, step, "002").click();
    await expect(page.getByText(say("line_playing"), { exact: true })).toBeVisible();
  });
  await desk.context().close();
});

test("what stands in the way is said: a place taken on another phone, a paused line, a call that was none", async ({
  page,
  given,
}) => {
  const { booth, game } = await givenBooth(given);
  const player = await given.person(Role.User);
  await given.signedIn(page, player);
  // Nobody tells this phone anything.
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto(`/userBooths/${booth.id}`);
  const join = page.getByRole("button", { name: say("play_apply_name", "ar", { game: game.name }) });
  await expect(join).toBeEnabled();
  // Nor is it answered before the press when it asks by itself, as it does from time to time without news.
  const { promise: refused, resolve: answerNow } = Promise.withResolvers<void>();
  await page.route(/\/api\/user\/(queues|\d+\/slots)$/, async (route) => {
    await refused;
    await route.continue();
  });
  const { id } = await apply(player, game);
  const joined = page.waitForResponse((response) => response.request().method() === "POST");
  await join.click();
  expect((await joined).status()).toBe(409);
  answerNow();
  await expect(page.getByText(say("line_number", "ar", { number: "001" }))).toBeVisible();

  const answer = player.call(api.queue.answer, { params: { id: String(id) }, body: { answer: "coming" } });
  await expect(answer).rejects.toThrow("لم ننادِ عليك بعد");

  // As above: it would learn of the pause by itself, also by a question of before the pause that is answered late.
  const { promise: pressed, resolve: askAgain } = Promise.withResolvers<void>();
  await page.route(/\/api\/booth\/\d+\/games$/, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByRole("button", { name: say("play_leave_name", "ar", { game: game.name }) }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("play_leave"), exact: true })
    .click();
  await expect(join).toBeEnabled();
  await given.admin(api.games.update, { params: { id: String(game.id) }, body: { isQueueable: false } });
  await join.click();
  askAgain();
  await expect(page.getByRole("alert").filter({ hasText: "الطابور متوقف الآن" })).toBeVisible();
  await expect(join).toBeDisabled();
});

test("the second of two quick taps on a booth joins no line that has come in its place, a later one does", async ({
  page,
  given,
}) => {
  const { booth, game } = await givenBooth(given);
  await given.signedIn(page, await given.person(Role.User));
  let joined = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/api/queue") joined++;
  });
  const apply = page.getByRole("button", { name: say("play_apply_name", "ar", { game: game.name }) });
  await page.goto(`/userBooths/${booth.id}`);
  const { x = 0, y = 0, width = 0, height = 0 } = (await apply.boundingBox()) ?? {};
  const [left, top] = [x + width / 2, y + height / 2];

  // On a machine that is slow the second tap is one of its own, and rightly joins: here it must not, for the next try.
  const refuse = (route: Route) => (route.request().method() === "POST" ? route.abort() : route.fallback());
  await page.route("**/api/queue", refuse);
  await expect(async () => {
    joined = 0;
    await page.goto("/userBooths");
    const link = page.getByRole("link", { name: booth.name }).first();
    const place = `position: fixed; inset: ${top - 20}px auto auto ${left - 20}px; inline-size: 40px; z-index: 99`;
    await link.evaluate((element, style) => element.setAttribute("style", style), place);
    await link.hover();
    const first = Date.now();
    await page.mouse.click(left, top);
    await expect(apply).toBeVisible();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(Date.now() - first).toBeLessThan(450);
  }).toPass();
  await page.waitForTimeout(600);
  expect(joined).toBe(0);
  await page.unroute("**/api/queue", refuse);
  await page.mouse.click(left, top);
  await expect(apply).toBeHidden();
  expect(joined).toBe(1);
});

test("whoever stands in a line is rung within a press itself, for some browsers let a page sound only there", async ({
  page,
  given,
}) => {
  const { booth, game } = await givenBooth(given);
  await given.signedIn(page, await given.person(Role.User));
  await page.addInitScript(() => {
    const events: unknown[] = [];
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = function () {
      events.push(window.event?.type);
      return resume.call(this);
    };
    Object.assign(window, { events });
  });
  await page.goto(`/userBooths/${booth.id}`);
  const title = page.getByRole("heading", { name: booth.name });
  const resumedIn = () => page.evaluate(() => (window as unknown as { events: unknown[] }).events);
  await title.click();
  expect(await resumedIn()).toEqual([]);
  await page.getByRole("button", { name: say("play_apply_name", "ar", { game: game.name }) }).click();
  await expect(page.getByText(say("line_number", "ar", { number: "001" }))).toBeVisible();
  await title.click();
  await expect.poll(resumedIn).toHaveLength(1);
  await title.click();
  await expect.poll(resumedIn).toContain("click");
});
