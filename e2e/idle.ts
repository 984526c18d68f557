import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";
import type { Screen } from "./screens/screen.ts";

const quietMs = 150;
const timeoutMs = 15_000;

/**
 * Waits until the page hears its news: the server has greeted a socket that it opens from now on. Both are listened for
 * at once, for the greeting may come in the same moment as the socket.
 */
export function greeted(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).startsWith("40")) resolve();
      }),
    );
  });
}

/**
 * Gives a wait until the screen is what people see: a heading there, fonts and pictures loaded, nothing asked and
 * nothing waited for any more. Made before the screen is opened; what the page did before that is another screen's.
 */
export function idleWaiter(
  page: Page,
  { stalled, waits }: Pick<Screen, "stalled" | "waits"> = {},
): () => Promise<void> {
  const open = new Set<Request>();
  let changed = Date.now();
  page.on("request", (request) => {
    if (request.isNavigationRequest()) open.clear();
    if (stalled?.test(request.url()) || request.resourceType() === "websocket") return;
    open.add(request);
    changed = Date.now();
  });
  const end = (request: Request) => {
    if (open.delete(request)) changed = Date.now();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return async () => {
    changed = Date.now();
    for (const began = Date.now(); Date.now() - began < timeoutMs; await sleep(20)) {
      if (open.size === 0 && Date.now() - changed >= quietMs) break;
    }
    await page.evaluate(comeToRest, { mayWait: stalled !== undefined || waits === true, timeoutMs });
  };
}

/**
 * Runs in the page: leafs through all of it, so that what waits to be seen comes too, until nothing is waited for any
 * more; a page that was still short when it was leafed through is leafed through again. It ends at its top.
 */
async function comeToRest({ mayWait, timeoutMs }: { mayWait: boolean; timeoutMs: number }): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const missing = () =>
    [
      document.fonts.status !== "loaded" && "fonts",
      document.querySelector("h1, h2") === null && "a heading",
      [...document.images].some((image) => !image.complete) && "pictures",
      !mayWait &&
        document.querySelector('.mantine-Skeleton-root, [class*="_waitingLine"]') !== null &&
        "what is waited for",
    ].filter(Boolean);
  const began = performance.now();
  // What comes into sight until it ends moves under nobody who reads: no screen is leafed through in two frames.
  performance.mark("leafing begins");
  do {
    for (let top = 0; top <= document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await frame();
    }
    // What lies at the end is noticed once a frame has shown it.
    await frame();
    scrollTo(0, 0);
    for (let frames = 0; frames < 12 && missing().length > 0; frames++) await frame();
  } while (missing().length > 0 && performance.now() - began < timeoutMs);
  if (missing().length > 0) throw new Error(`After ${timeoutMs} ms the page is without ${missing().join(", ")}`);
  await frame();
  performance.mark("leafing ends");
}

/** Waits for three frames, in which what hangs on the width follows it. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/**
 * Makes room for all of the page, or of the dialog over it, at once, so that no bar that sticks to the edge lies over
 * what can be scrolled free of it.
 */
export async function standing(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const needed = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll("[role='dialog']")];
    const hidden = dialogs.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    return Math.max(document.documentElement.scrollHeight, innerHeight + Math.max(0, ...hidden));
  });
  if (needed <= height) return;
  await page.setViewportSize({ width, height: Math.min(needed, 4000) });
  await drawn(page);
}
