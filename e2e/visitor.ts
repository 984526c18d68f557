import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "@saha/contract";
import { idleWaiter } from "./idle.ts";
import { type Look, type Screen, sceneOf } from "./screens/screen.ts";
import { type SeededServer, type SeedName, type Signed, startSeeded } from "./seeds.ts";

export type Opened = { page: Page; server: SeededServer; faults: string[]; leave(): Promise<void> };

/** Servers and a browser's pages, each opened when first wanted and kept for the next screen. */
export type Stage = {
  server(name: SeedName): Promise<SeededServer>;
  /** Opens a screen in its state, and waits until it is idle. What goes wrong on the way is written into `faults`. */
  open(screen: Screen, look: Look, watch?: (page: Page) => Promise<void>): Promise<Opened>;
  close(): Promise<void>;
};

export function openStage(browser: Browser, { scale }: { scale: (width: number) => number }): Stage {
  const servers = new Map<SeedName, Promise<SeededServer>>();
  const idle = new Map<number, Seat[]>();
  const server = (name: SeedName) => once(servers, name, () => startSeeded(name));

  return {
    server,
    async open(screen, look, watch) {
      const here = await server(screen.seed);
      const deviceScaleFactor = scale(look.width);
      const free = idle.get(deviceScaleFactor) ?? [];
      idle.set(deviceScaleFactor, free);
      const seat = (!screen.before && free.pop()) || (await newSeat(browser, deviceScaleFactor));
      try {
        const opened = await openOn(seat, here, screen, look, watch);
        // What `before` added to a page stays with it.
        const leave = screen.before
          ? () => seat.context.close()
          : () => opened.leave().then(() => void free.push(seat));
        return { ...opened, leave };
      } catch (error) {
        await seat.context.close();
        throw error;
      }
    },
    async close() {
      const open = await Promise.allSettled(servers.values());
      await Promise.all(open.map((result) => result.status === "fulfilled" && result.value.stop()));
    },
  };
}

/** A page that people take in turns: a new one costs as much as what it shows. */
type Seat = { context: BrowserContext; page: Page };
let turns = 0;

async function newSeat(browser: Browser, deviceScaleFactor: number): Promise<Seat> {
  const context = await browser.newContext({
    locale: "ar-EG",
    timezoneId: "Asia/Riyadh",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    deviceScaleFactor,
  });
  return { context, page: await context.newPage() };
}

function once<K, V>(kept: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = kept.get(key) ?? make();
  kept.set(key, known);
  return known;
}

async function openOn(
  { page }: Seat,
  server: SeededServer,
  screen: Screen,
  look: Look,
  watch: ((page: Page) => Promise<void>) | undefined,
): Promise<Opened> {
  const signed = screen.as === null ? null : await server.signed(screen.as);
  const seating = await page.addInitScript(sitDown, { ...look, signed, turn: String(++turns) });
  await page.setViewportSize({ width: look.width, height: look.height });
  const faults = faultsOf(page, server, screen);
  if (screen.lost) await page.route(screen.lost, (route) => route.abort("internetdisconnected"));
  if (screen.stalled) await page.route(screen.stalled, () => {});
  const scene = sceneOf(page, server, look.language);
  await screen.before?.(scene);
  const waitUntilIdle = idleWaiter(page, screen);
  await page.goto(new URL(screen.path, server.url).href);
  await waitUntilIdle();
  await watch?.(page);
  if (screen.act) {
    await screen.act(scene);
    await waitUntilIdle();
  }
  const leave = async () => {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await seating.dispose();
    // What this screen fetches once it rests is none of the next one's; a page of the same server keeps the process.
    await page.goto(new URL("/api/health/live", server.url).href);
  };
  return { page, server, faults, leave };
}

/**
 * Runs in the page before its own code, once: a browser that knows nothing but who is signed in, the language and the
 * scheme.
 */
function sitDown({ language, scheme, signed, turn }: Look & { signed: Signed | null; turn: string }): void {
  if (sessionStorage.getItem("turn") === turn) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem("turn", turn);
  localStorage.setItem("language", language);
  localStorage.setItem("color_scheme", scheme);
  if (!signed) return;
  localStorage.setItem("access_token", signed.access);
  localStorage.setItem("refresh_token", signed.refresh);
  localStorage.setItem("user", signed.user);
}

/** Requests off the site, errors on the console and in the page, from the screen's own document on. */
function faultsOf(page: Page, server: SeededServer, { lost }: Screen): string[] {
  const faults: string[] = [];
  const { host } = new URL(server.url);
  let isHere = false;
  const note = (fault: string) => isHere && faults.push(fault);
  page.on("request", (request) => {
    isHere ||= request.isNavigationRequest();
    const { protocol, host: asked } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && asked !== host) note(`asked ${request.url()}`);
  });
  page.on("websocket", (socket) => {
    if (new URL(socket.url()).host !== host) note(`asked ${socket.url()}`);
  });
  page.on("pageerror", (error) => note(`broke: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const text = message.text();
    const isExpected =
      (lost && /Failed to (load resource|fetch dynamically imported module)/.test(text)) ||
      /Failed to load resource.*(40[049]|422|ERR_)/.test(text);
    if (!isExpected) note(`said: ${text}`);
  });
  return faults;
}

/**
 * Another scheme on an open page: to the eye the same as choosing it, since every colour is a property that hangs on
 * it.
 */
export async function paintAs(page: Page, scheme: Look["scheme"]): Promise<void> {
  await page.evaluate(async (value) => {
    // No colour is looked at on its way to another.
    const still = document.createElement("style");
    still.textContent = "*, *::before, *::after { transition: none !important; }";
    document.head.append(still);
    document.documentElement.setAttribute("data-mantine-color-scheme", value);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    still.remove();
  }, scheme);
}

/** Another language on an open page, as when another tab of the same browser chooses it: what is open stays open. */
export async function showIn(page: Page, language: Language): Promise<void> {
  await page.evaluate(async (next) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    localStorage.setItem("language", next);
    dispatchEvent(new StorageEvent("storage", { key: "language", newValue: next }));
    await frame();
    await document.fonts.ready;
    await frame();
  }, language);
}

export function lookOf(language: Language, scheme: Look["scheme"], width: number): Look {
  const heights: Record<number, number> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };
  return { language, scheme, width, height: heights[width] ?? 900 };
}
