import { chromium, type Page } from "@playwright/test";
import { Role } from "@saha/contract";
import { fillEvent } from "../lab/fill-event.ts";
import type { Figure } from "../lab/lab.ts";
import { median } from "../lab/measure.ts";
import { isSmall } from "../lab/small.ts";
import { openSubject } from "../lab/subject.ts";

const people = isSmall ? 500 : 10_000;
const size = { people, purchases: 2 * people, changes: 5 * people };
const rounds = isSmall ? 1 : 5;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

type Screen = { what: string; path: string; list: string };
const screens: Screen[] = [
  { what: `${size.people} users`, path: "/dashboard/users", list: "/api/user" },
  { what: `${size.purchases} purchases`, path: "/dashboard/tickets/purchased", list: "/api/ticket-purchase" },
  { what: `${size.changes} changes of scores`, path: "/dashboard/logs", list: "/api/log" },
];

/**
 * The longest lists in an administrator's browser: until each stands there, while it scrolls, and while it is searched.
 */
export async function dashboard(): Promise<Figure[]> {
  const subject = await openSubject();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const [admin] = await subject.rush.members(Role.Admin, 1);
    if (!admin) throw new Error("nobody is there");
    await fillEvent(subject, size);
    const figures: Figure[] = [];
    for (const screen of screens) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: `http://127.0.0.1:${subject.port}`,
      });
      await context.addInitScript(({ accessToken, refreshToken }) => {
        localStorage.setItem("access_token", accessToken);
        localStorage.setItem("refresh_token", refreshToken);
      }, admin);
      const firsts: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const page = await context.newPage();
        firsts.push(await firstRow(page, screen));
        await page.close();
      }
      const page = await context.newPage();
      await firstRow(page, screen);
      const { frame, task } = await scroll(page);
      const searches: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        searches.push(await search(page, `لاعب-${round + 1}2`));
        await search(page, "");
      }
      await context.close();
      figures.push(
        figureOf(screen, "first row after the answer", median(firsts.slice(1)), 1000),
        figureOf(screen, "search, from the letter to the rows", median(searches.slice(1)), 100),
        figureOf(screen, `longest task while scrolling, worst frame ${frame.toFixed(0)} ms`, task, 200),
      );
    }
    return figures;
  } finally {
    await browser.close();
    await subject.close();
  }
}

function figureOf(screen: Screen, what: string, ms: number, most: number): Figure {
  const figure = `${ms.toFixed(0)} ms`;
  return { work: `${screen.what} on the dashboard: ${what}`, figure, goal: `≤ ${most} ms`, isMet: ms <= most };
}

/** Milliseconds between the last byte of the list and its first row on the screen. */
async function firstRow(page: Page, { path, list }: Screen): Promise<number> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("tbody tr[aria-rowindex]")) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark("first row")));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName("first row").length > 0);
  return page.evaluate((address) => {
    const answer = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(address));
    const [row] = performance.getEntriesByName("first row");
    if (!answer || !row) throw new Error(`${address} was not asked for`);
    return row.startTime - (answer as PerformanceResourceTiming).responseEnd;
  }, list);
}

/** Scrolls a table's height a frame for three seconds. */
function scroll(page: Page): Promise<{ frame: number; task: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const scroller = document.querySelector("table")?.parentElement;
        if (!scroller) throw new Error("there is no table");
        let [frame, task, last] = [0, 0, performance.now()];
        const watch = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) task = Math.max(task, duration);
        });
        watch.observe({ type: "longtask" });
        const until = last + 3000;
        const step = (now: number) => {
          frame = Math.max(frame, now - last);
          last = now;
          scroller.scrollTop += 600;
          if (now < until) requestAnimationFrame(step);
          else setTimeout(() => resolve({ frame, task }), 100);
        };
        requestAnimationFrame(step);
      }),
  );
}

/** Milliseconds between the last letter and the first frame with what was found. */
function search(page: Page, typed: string): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const box = document.querySelector<HTMLInputElement>("main input[type='search']");
        const body = document.querySelector("tbody");
        if (!box || !body) throw new Error("there is no search");
        const count = body.parentElement?.getAttribute("aria-rowcount");
        const began = performance.now();
        const watch = new MutationObserver(() => {
          if (body.parentElement?.getAttribute("aria-rowcount") === count) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        watch.observe(body.parentElement ?? body, { attributes: true, childList: true, subtree: true });
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
        box.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    typed,
  );
}
