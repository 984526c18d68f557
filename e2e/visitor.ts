import type { Browser, Page } from "@playwright/test";
import { api } from "@saha/contract";
import { createCaller } from "@saha/web/caller";
import type { Look, Screen } from "./screens.ts";

export type Signed = { access: string; refresh: string; user: string };

/** Signs an account in on the API, so that a browser can open as that person. */
export async function signIn(url: string, identifier: string, password: string): Promise<Signed> {
  const call = createCaller({
    base: `${url}/api`,
    tokens: () => null,
    renew: () => {},
    ended: () => {},
    language: () => "ar",
    offlineSentence: () => "The server does not answer",
  });
  const { accessToken, refreshToken, user } = await call(api.auth.login, { body: { identifier, password } });
  return { access: accessToken, refresh: refreshToken, user: JSON.stringify(user) };
}

/** Opens a screen in a browser of its own look, settled: fonts loaded, nothing loading, no motion. */
export async function openScreen(
  browser: Browser,
  url: string,
  screen: Screen,
  look: Look,
  signed: Signed | null,
): Promise<Page> {
  const { language, scheme, width, height } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === "ar" ? "ar-EG" : "en-GB",
    timezoneId: "Asia/Riyadh",
    reducedMotion: "reduce",
    deviceScaleFactor: width < 800 ? 2 : 1,
    hasTouch: width < 800,
  });
  await context.addInitScript(
    ({ language, scheme, signed }) => {
      localStorage.setItem("language", language);
      localStorage.setItem("color_scheme", scheme);
      if (!signed) return;
      localStorage.setItem("access_token", signed.access);
      localStorage.setItem("refresh_token", signed.refresh);
      localStorage.setItem("user", signed.user);
    },
    { language, scheme, signed },
  );
  const page = await context.newPage();
  if (screen.offline) await page.route(/\/api\/(ticket|user|booth)/, (route) => route.abort("internetdisconnected"));
  await page.goto(url + screen.path, { waitUntil: "networkidle" });
  await settled(page);
  await screen.act?.(page, language);
  await settled(page);
  return page;
}

/** Waits until the screen is what people see: no skeleton, fonts there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.fonts.status === "loaded" && !document.querySelector('[aria-busy="true"]'),
    undefined,
    {
      timeout: 10_000,
    },
  );
}
