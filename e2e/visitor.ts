import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "@saha/contract";
import { type Look, type Screen, sceneOf } from "./screens.ts";
import { openWorld, type World, type WorldName } from "./worlds.ts";

export type Opened = { page: Page; world: World; faults: string[]; leave(): Promise<void> };

/** Worlds, and browsers signed in to them, each opened when first wanted and kept for the next screen. */
export type Stage = {
  world(name: WorldName): Promise<World>;
  /** Opens a screen in its state, settled. What goes wrong on the way is written into `faults`. */
  open(screen: Screen, look: Look, watch?: (page: Page) => Promise<void>): Promise<Opened>;
  close(): Promise<void>;
};

export function openStage(browser: Browser, { scale }: { scale: (width: number) => number }): Stage {
  const worlds = new Map<WorldName, Promise<World>>();
  const visitors = new Map<string, Promise<Visitor>>();
  const world = (name: WorldName) => once(worlds, name, () => openWorld(name));

  return {
    world,
    async open(screen, look, watch) {
      const here = await world(screen.world);
      const { language, scheme, width } = look;
      const key = [screen.world, screen.as, language, scheme, scale(width)].join();
      const visitor = await once(visitors, key, async () => {
        const context = await browser.newContext({
          baseURL: here.url,
          locale: language === "ar" ? "ar-EG" : "en-GB",
          timezoneId: "Asia/Riyadh",
          reducedMotion: "reduce",
          deviceScaleFactor: scale(width),
        });
        await prepared(context, here, screen.as, look);
        return { context, idle: [] };
      });
      return openIn(visitor, here, screen, look, watch);
    },
    async close() {
      const open = await Promise.allSettled(worlds.values());
      await Promise.all(open.map((result) => result.status === "fulfilled" && result.value.stop()));
    },
  };
}

/** A browser of somebody's own, and pages of it that wait for their next screen: a new one costs as much as what it shows. */
type Visitor = { context: BrowserContext; idle: Page[] };

function once<K, V>(kept: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = kept.get(key) ?? make();
  kept.set(key, known);
  return known;
}

/** What stands in the browser before each page: who is signed in, the language, the scheme, and no gate. */
async function prepared(
  context: BrowserContext,
  world: World,
  as: string | null,
  { language, scheme }: Look,
): Promise<void> {
  await context.addInitScript(
    ({ language, scheme, signed }) => {
      localStorage.setItem("language", language);
      localStorage.setItem("color_scheme", scheme);
      localStorage.removeItem("saha.gate");
      if (!signed) return;
      localStorage.setItem("access_token", signed.access);
      localStorage.setItem("refresh_token", signed.refresh);
      localStorage.setItem("user", signed.user);
    },
    { language, scheme, signed: as === null ? null : await world.signed(as) },
  );
}

async function openIn(
  { context, idle }: Visitor,
  world: World,
  screen: Screen,
  look: Look,
  watch: ((page: Page) => Promise<void>) | undefined,
): Promise<Opened> {
  // What is prepared for one screen, is lost or never answered, needs a page that knows nothing yet, and stays with it.
  const isPlain = !screen.before && !screen.lost && !screen.stalled;
  const page = (isPlain && idle.pop()) || (await context.newPage());
  await page.setViewportSize({ width: look.width, height: look.height });
  const faults = faultsOf(page, world, screen);
  if (screen.lost) await page.route(screen.lost, (route) => route.abort("internetdisconnected"));
  if (screen.stalled) await page.route(screen.stalled, () => {});
  const scene = sceneOf(page, world, look.language);
  await screen.before?.(scene);
  const settled = settler(page, screen);
  await page.goto(screen.path);
  await settled();
  await watch?.(page);
  if (screen.act) {
    await screen.act(scene);
    await settled();
  }
  const leave = async () => {
    if (!isPlain) return page.close();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.evaluate(() => sessionStorage.clear());
    await page.goto("about:blank");
    idle.push(page);
  };
  return { page, world, faults, leave };
}

/** Requests off the site, errors on the console and in the page. */
function faultsOf(page: Page, world: World, { lost }: Screen): string[] {
  const faults: string[] = [];
  const { host } = new URL(world.url);
  page.on("request", (request) => {
    const { protocol, host: asked } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && asked !== host) faults.push(`asked ${request.url()}`);
  });
  page.on("websocket", (socket) => {
    if (new URL(socket.url()).host !== host) faults.push(`asked ${socket.url()}`);
  });
  page.on("pageerror", (error) => faults.push(`broke: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const text = message.text();
    const isExpected =
      (lost && /Failed to (load resource|fetch dynamically imported module)/.test(text)) ||
      /Failed to load resource.*(40[049]|422|ERR_)/.test(text);
    if (!isExpected) faults.push(`said: ${text}`);
  });
  return faults;
}

const quietMs = 150;
const patienceMs = 15_000;

/** Gives a wait until the screen is what people see: a heading there, fonts and pictures loaded, nothing asked and nothing waited for any more. */
function settler(page: Page, { stalled, waits }: Screen): () => Promise<void> {
  let open = 0;
  let changed = Date.now();
  const step = (by: number) => (request: { url(): string; resourceType(): string }) => {
    if (stalled?.test(request.url()) || request.resourceType() === "websocket") return;
    open += by;
    changed = Date.now();
  };
  page.on("request", step(1));
  page.on("requestfinished", step(-1));
  page.on("requestfailed", step(-1));
  return async () => {
    changed = Date.now();
    for (const began = Date.now(); Date.now() - began < patienceMs; await page.waitForTimeout(30)) {
      if (open <= 0 && Date.now() - changed >= quietMs) break;
    }
    // What waits until somebody scrolls to it comes now, and the page begins at its top again.
    await page.evaluate(async () => {
      scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      scrollTo(0, 0);
    });
    await page.waitForFunction(
      (mayWait) =>
        document.fonts.status === "loaded" &&
        document.querySelector("h1, h2") !== null &&
        [...document.images].every((image) => image.complete) &&
        (mayWait || !document.querySelector('.mantine-Skeleton-root, [class*="_waitingLine"]')),
      stalled !== undefined || waits === true,
      { timeout: patienceMs },
    );
  };
}

/** Another scheme on an open page: to the eye the same as choosing it, since every colour is a property that hangs on it. */
export async function paintAs(page: Page, scheme: Look["scheme"]): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.setAttribute("data-mantine-color-scheme", value);
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, scheme);
}

export function lookOf(language: Language, scheme: Look["scheme"], width: number): Look {
  const heights: Record<number, number> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };
  return { language, scheme, width, height: heights[width] ?? 900 };
}

/** Makes room for all of the page, or of the dialog over it, at once, so that no bar that sticks to the edge lies over what can be scrolled free of it. */
export async function standing(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const needed = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll("[role='dialog']")];
    const hidden = dialogs.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    return Math.max(document.documentElement.scrollHeight, innerHeight + Math.max(0, ...hidden));
  });
  if (needed <= height) return;
  await page.setViewportSize({ width, height: Math.min(needed, 6000) });
  await drawn(page);
}

/** Two frames, so that what hangs on the width has followed it. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
  );
}
