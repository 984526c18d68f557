import { chromium, type Page } from "@playwright/test";
import { Role } from "@saha/contract";
import { eventDay } from "../accounts.ts";
import { cameraFlags, executablePath, wholeChromium } from "../browser.ts";
import { clipOf } from "../camera.ts";
import { expect, test } from "../fixtures.ts";
import { typed } from "../keys.ts";
import { say } from "../text.ts";

/** The word of the full-screen card. */
function verdict(page: Page, word: string) {
  return page.getByRole("alert").getByText(say(word), { exact: true });
}

/** The pass beneath the verdict, where it has lost its metal. */
const barePass = (page: Page) => page.getByRole("dialog").locator('[data-metal="none"]');

test("a scan admin lets a ticket in by camera; its second scan says when, where and by whom", async ({
  server,
  given,
}) => {
  const holder = await given.person(Role.User);
  const scanner = await given.person(Role.ScanAdmin);
  const purchase = await given.purchase(holder, await given.ticket({ title: "ليلة الأبطال" }));
  const token = /qr\/([\w-]+)\.svg/.exec(purchase.qrImage)?.[1] ?? "";
  const browser = await chromium.launch({ executablePath, args: cameraFlags(await clipOf(token)) });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
    await given.signedIn(page, scanner);
    await page.goto("/scanEnter");
    await page.getByLabel(say("scans_gate_label")).fill("البوابة الشرقية");
    await page.getByRole("button", { name: say("scans_start") }).click();
    await expect(verdict(page, "scans_enter_word")).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole("dialog").getByText(holder.username)).toBeVisible();
    await expect(page.getByRole("dialog").getByText("ليلة الأبطال")).toBeVisible();
    await expect(barePass(page)).toHaveCount(0);
    await page.waitForTimeout(500);
    await page.getByRole("button", { name: say("scans_next") }).click();
    await expect(verdict(page, "scans_used_word")).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole("dialog").getByText("البوابة الشرقية")).toBeVisible();
    await expect(barePass(page).getByText("ليلة الأبطال")).toBeVisible();
    await expect(page.getByRole("dialog").getByText(scanner.username)).toBeVisible();
    await expect(page.getByRole("dialog").getByText(/\d{1,2}\/\d{1,2}\/\d{4} - \d{1,2}:\d{2}/)).toBeVisible();
  } finally {
    await browser.close();
  }
});

test("a typed short code forgives case, spaces and Arabic digits; food waits for entry", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  const purchase = await given.purchase(holder, await given.ticket());
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  const typed = purchase.shortCode
    .toLowerCase()
    .replace("-", " ")
    .replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
  const check = async (path: string, word: string) => {
    await page.goto(path);
    await page.getByLabel(say("scans_code_label")).fill(typed);
    await page.getByRole("button", { name: say("scans_code_check") }).click();
    await expect(verdict(page, word)).toBeVisible();
  };
  await check("/scanFeature", "scans_not_entered_word");
  await check("/scanEnter", "scans_enter_word");
  await check("/scanFeature", "scans_food_word");
  await check("/scanFeature", "scans_used_word");
});

test("the field for codes lies under nothing on a phone that lies on its side", async ({ page, given }) => {
  await page.setViewportSize({ width: 740, height: 310 });
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  const field = page.getByLabel(say("scans_code_label"));
  await field.focus();
  const isOnTop = () =>
    field.evaluate((input) => {
      const { left, top, width, height } = input.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === input;
    });
  await expect.poll(isOnTop).toBe(true);
});

test("a ticket of another day and a stranger's paper are refused in words", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  const purchase = await given.purchase(holder, await given.ticket({ day: eventDay(3) }));
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  for (const [code, word] of [
    [purchase.shortCode, "scans_wrong_day_word"],
    ["ABCDE-FGHJK", "scans_unknown_word"],
  ] as const) {
    await page.goto("/scanEnter");
    await page.getByLabel(say("scans_code_label")).fill(code);
    await page.getByRole("button", { name: say("scans_code_check") }).click();
    await expect(verdict(page, word)).toBeVisible();
  }
});

test("what a code holds behind its ticket closes no verdict when a hand scanner types it", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  const { shortCode } = await given.purchase(holder, await given.ticket());
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  await page.getByLabel(say("scans_code_label")).focus();
  await typed(page, `${shortCode}\r${"x".repeat(200)}\r`, 2);
  await expect(verdict(page, "scans_enter_word")).toBeVisible();
  await page.waitForTimeout(400);
  // Who reads the next code meanwhile sees that it was not judged, as before.
  const next = () => typed(page, `${"x".repeat(20)}\r`, 2);
  await next();
  await expect(verdict(page, "scans_enter_word")).toBeHidden();

  // What is to be read stands for as long as that takes, three seconds; a slow machine types for longer now and then.
  for (let took = Number.POSITIVE_INFINITY, times = 0; took > 2_500; times++) {
    if (times > 0) {
      await page.reload();
      await page.getByLabel(say("scans_code_label")).focus();
    }
    await page.waitForTimeout(400);
    await typed(page, `${shortCode}\r`, 2);
    await expect(verdict(page, "scans_used_word")).toBeVisible();
    const began = Date.now();
    await page.waitForTimeout(700);
    await next();
    await page.waitForTimeout(400);
    await typed(page, "\r\r", 2);
    await page.waitForTimeout(100);
    const isThere = await verdict(page, "scans_used_word").isVisible();
    took = Date.now() - began;
    if (took <= 2_500) expect(isThere).toBe(true);
  }
  await page.waitForTimeout(2_500);
  await next();
  await expect(verdict(page, "scans_used_word")).toBeHidden();
});

test("a guest who holds the phone before a scanner that reads by itself is judged once", async ({ page, given }) => {
  const { qrImage } = await given.purchase(await given.person(Role.User), await given.ticket());
  const token = /qr\/([\w-]+)\.svg/.exec(qrImage)?.[1] ?? "";
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  let sent = 0;
  page.on("request", (request) => request.url().endsWith("validate-qrEntry") && sent++);
  await page.goto("/scanEnter");
  await page.getByLabel(say("scans_code_label")).focus();
  const read = () => typed(page, `${token}\r`, 2);
  for (let times = 0; times < 3; times++) {
    await read();
    await expect(verdict(page, "scans_enter_word")).toBeVisible();
    await page.waitForTimeout(400);
  }
  // The guard goes on while the phone is still there.
  await page.keyboard.press("Enter");
  await expect(verdict(page, "scans_enter_word")).toBeHidden();
  await page.waitForTimeout(400);
  await read();
  await expect(page.getByLabel(say("scans_code_label"))).toHaveValue("");
  expect(sent).toBe(1);
  // Whoever comes after with the same code is judged anew.
  await page.waitForTimeout(2_100);
  await read();
  await expect(verdict(page, "scans_used_word")).toBeVisible();
  expect(sent).toBe(2);
});

test("a green verdict does not stand for who comes later with the same code", async ({ page, given }) => {
  const { qrImage } = await given.purchase(await given.person(Role.User), await given.ticket());
  const token = /qr\/([\w-]+)\.svg/.exec(qrImage)?.[1] ?? "";
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  await page.getByLabel(say("scans_code_label")).focus();
  const read = () => typed(page, `${token}\r`, 2);
  await read();
  await expect(verdict(page, "scans_enter_word")).toBeVisible();
  await page.waitForTimeout(2_200);
  await read();
  await expect(verdict(page, "scans_enter_word")).toBeHidden();
  await page.waitForTimeout(700);
  await read();
  await expect(verdict(page, "scans_used_word")).toBeVisible();
});

test("what is no ticket is said, and the next guest's is typed over it; nor does a gate's name refuse anybody", async ({
  page,
  given,
}) => {
  const { shortCode } = await given.purchase(await given.person(Role.User), await given.ticket());
  await page.addInitScript(() => localStorage.setItem("saha.gate", "\u200Fبوابة 2"));
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  // One that was kept before it was judged.
  const name = page.getByRole("textbox", { name: say("scans_gate_label") });
  await expect(name).toHaveValue("\u200Fبوابة 2");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("بوابة 2");
  await name.press("Enter");
  await expect(name).toBeHidden();

  const field = page.getByLabel(say("scans_code_label"));
  await field.focus();
  for (const other of ['{"id":7,"email":""}', "abc", "https://example.com/a"]) {
    await typed(page, `${other}\r`, 2);
    await expect(page.getByText(say("scans_code_none"))).toBeVisible();
    await page.waitForTimeout(400);
  }
  await typed(page, `${shortCode}\r`, 2);
  await expect(verdict(page, "scans_enter_word")).toBeVisible();
});

test("after any verdict the field waits for the next guest's code; after a lost answer it keeps this one", async ({
  page,
  given,
}) => {
  const holder = await given.person(Role.User);
  const other = await given.purchase(holder, await given.ticket({ day: eventDay(3) }));
  const good = await given.purchase(holder, await given.ticket());
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  const field = page.getByLabel(say("scans_code_label"));
  const guest = async (code: string, word: string) => {
    await field.pressSequentially(code);
    await page.keyboard.press("Enter");
    await expect(verdict(page, word)).toBeVisible();
    await page.waitForTimeout(400);
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
  };
  await field.focus();
  await guest("ABCDE-FGHJK", "scans_unknown_word");
  await expect(field).toHaveValue("");
  await guest(other.shortCode, "scans_wrong_day_word");
  await guest(good.shortCode, "scans_enter_word");
  await guest(good.shortCode, "scans_used_word");
  await expect(field).toHaveValue("");

  await page.route("**/validate-qrEntry", (route) => route.abort("connectionreset"));
  await field.pressSequentially(good.shortCode);
  await page.keyboard.press("Enter");
  await expect(verdict(page, "scans_lost_word")).toBeVisible();
  await page.waitForTimeout(400);
  // What a hand scanner types of the next guest's code sends this one's no second time.
  await page.keyboard.type(other.shortCode);
  const again = page.waitForRequest("**/validate-qrEntry", { timeout: 1000 });
  await page.keyboard.press("Enter");
  await expect(again).rejects.toThrow();
  await expect(verdict(page, "scans_lost_word")).toBeVisible();
  // A hand scanner's next letter may come in the same moment: the field is ready before the press is over.
  const selected = await page.getByRole("button", { name: say("scans_give_up") }).evaluate((button: HTMLElement) => {
    button.click();
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement
      ? activeElement.value.slice(activeElement.selectionStart ?? 0, activeElement.selectionEnd ?? 0)
      : null;
  });
  expect(selected).toBe(good.shortCode);
  await page.keyboard.type(other.shortCode);
  await expect(field).toHaveValue(other.shortCode);

  // Escape and Back close it as well, instead of asking again.
  await page.keyboard.press("Enter");
  await expect(verdict(page, "scans_lost_word")).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  await expect(field).toHaveValue(other.shortCode);
});

test("a ticket with a price is let in with the sum to collect", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  const purchase = await given.purchase(holder, await given.ticket({ price: 150 }));
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  await page.getByLabel(say("scans_code_label")).fill(purchase.shortCode);
  await page.getByRole("button", { name: say("scans_code_check") }).click();
  await expect(page.getByText(/150/).first()).toBeVisible();
});

test("a lost answer is asked for again without a second entry", async ({ page, given }) => {
  const holder = await given.person(Role.User);
  const purchase = await given.purchase(holder, await given.ticket());
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.goto("/scanEnter");
  let isCut = true;
  await page.route("**/validate-qrEntry", async (route) => {
    if (!isCut) return route.continue();
    // The server hears and answers; the answer never arrives.
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByLabel(say("scans_code_label")).fill(purchase.shortCode);
  await page.getByRole("button", { name: say("scans_code_check") }).click();
  await expect(verdict(page, "scans_lost_word")).toBeVisible({ timeout: 30_000 });
  isCut = false;
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: say("scans_again") }).click();
  await expect(verdict(page, "scans_enter_word")).toBeVisible();
});

for (const [what, pressed, answerMs, pressMs] of [
  ["gives up the camera before the answer", "scans_type_instead", 1000, 0],
  ["gives up the camera after the answer", "scans_type_instead", 0, 120],
  ["chooses another camera", "scanner_other_camera", 0, 20],
] as const) {
  test(`who ${what}, in the moment in which one reads, sees what became of it`, async ({ server, given }) => {
    const holder = await given.person(Role.User);
    const purchase = await given.purchase(holder, await given.ticket());
    const token = /qr\/([\w-]+)\.svg/.exec(purchase.qrImage)?.[1] ?? "";
    const browser = await chromium.launch({ executablePath, args: cameraFlags(await clipOf(token)) });
    try {
      const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
      await given.signedIn(page, await given.person(Role.ScanAdmin));
      await page.route("**/validate-qrEntry", async (route) => {
        await page.waitForTimeout(answerMs);
        await route.continue();
      });
      await page.addInitScript(() => {
        const { mediaDevices } = navigator;
        const devices = mediaDevices.enumerateDevices.bind(mediaDevices);
        mediaDevices.enumerateDevices = async () => {
          const another = { deviceId: "another", kind: "videoinput", label: "another", groupId: "" } as MediaDeviceInfo;
          return [...(await devices()), another];
        };
      });
      await page.goto("/scanEnter");
      await page.evaluate(
        ([label, pressMs]) => {
          const watch = new MutationObserver(() => {
            if (!document.querySelector("[data-phase=found]")) return;
            watch.disconnect();
            const press = () =>
              [...document.querySelectorAll("button")].find(({ textContent }) => textContent === label)?.click();
            setTimeout(press, pressMs);
          });
          watch.observe(document.body, { attributes: true, subtree: true });
        },
        [say(pressed), pressMs] as const,
      );
      await page.getByRole("button", { name: say("scans_start") }).click();
      await expect(verdict(page, "scans_enter_word")).toBeVisible({ timeout: 15_000 });
      await expect(page.getByRole("dialog").getByText(holder.username)).toBeVisible();
    } finally {
      await browser.close();
    }
  });
}

test("Escape, however often, takes no verdict away before it is read", async ({ page, given }) => {
  const purchase = await given.purchase(await given.person(Role.User), await given.ticket());
  await given.signedIn(page, await given.person(Role.ScanAdmin));
  await page.route("**/validate-qrEntry", async (route) => {
    await page.waitForTimeout(2000);
    await route.continue();
  });
  await page.goto("/scanEnter");
  await page.getByLabel(say("scans_code_label")).fill(purchase.shortCode);
  await page.getByRole("button", { name: say("scans_code_check") }).click();
  const checking = page.getByRole("dialog", { name: say("scans_checking") });
  await expect(checking).toBeVisible();
  for (let n = 0; n < 5; n++) await page.keyboard.press("Escape");
  await expect(checking).toBeVisible();
  await expect(verdict(page, "scans_enter_word")).toBeVisible();
});

test("a decoder that could not be loaded is loaded at the next try", async ({ server, given }) => {
  const purchase = await given.purchase(await given.person(Role.User), await given.ticket());
  const token = /qr\/([\w-]+)\.svg/.exec(purchase.qrImage)?.[1] ?? "";
  const browser = await chromium.launch({ executablePath, args: cameraFlags(await clipOf(token)) });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
    await given.signedIn(page, await given.person(Role.ScanAdmin));
    await page.goto("/scanEnter");
    // A browser's own one, whose service has ended, is not asked again either.
    await page.evaluate(() => {
      class Ended {
        static getSupportedFormats = async () => ["qr_code"];
        detect = async () => Promise.reject(new DOMException("Barcode detection service unavailable."));
      }
      Object.assign(globalThis, { BarcodeDetector: Ended });
    });
    await page.getByRole("button", { name: say("scans_start") }).click();
    await expect(page.getByText(say("scanner_unread"), { exact: true })).toBeVisible({ timeout: 15_000 });
    for (const lost of ["**/*.wasm", "**/decode-worker*"]) {
      await page.context().route(lost, (route) => route.abort());
      await page.getByRole("button", { name: say("scanner_retry") }).click();
      await expect(page.getByText(say("scanner_unread"), { exact: true })).toBeVisible({ timeout: 15_000 });
      await page.context().unroute(lost);
    }
    // On a page of an older build no try brings it.
    const old = /\/assets\/(decode-worker|index)/;
    await page.context().route(old, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("button", { name: say("scanner_retry") }).click();
    await expect(page.getByText(say("ui_renewed_text"), { exact: true })).toBeVisible({ timeout: 15_000 });
    await page.context().unroute(old);
    await page.getByRole("button", { name: say("ui_renewed_reload") }).click();
    await page.getByRole("button", { name: say("scans_start") }).click();
    await expect(verdict(page, "scans_enter_word")).toBeVisible({ timeout: 15_000 });
  } finally {
    await browser.close();
  }
});

test("a denied camera says so and what to do", async ({ server, given }) => {
  const browser = await chromium.launch({
    // Who asks for a camera is asked in a window.
    executablePath: process.env.CHROMIUM ?? wholeChromium,
    args: [...cameraFlags("none").slice(0, -3), "--use-fake-device-for-media-stream", "--deny-permission-prompts"],
  });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
    await given.signedIn(page, await given.person(Role.ScanAdmin));
    await page.goto("/scanEnter");
    await page.getByRole("button", { name: say("scans_start") }).click();
    await expect(page.getByText(say("scanner_denied"))).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText(say("scanner_denied_next"))).toBeVisible();
  } finally {
    await browser.close();
  }
});
