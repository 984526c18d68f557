import { chromium, type Page } from "@playwright/test";
import { Role } from "@saha/contract";
import type { Figure } from "../lab/lab.ts";
import { median } from "../lab/measure.ts";
import { openSubject } from "../lab/subject.ts";

const people = 10_000;
const rounds = 5;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** The list of 10,000 accounts in an administrator's browser: until it stands there, while it scrolls, and while it is searched. */
export async function dashboard(): Promise<Figure[]> {
  const subject = await openSubject();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const [admin] = await subject.rush.members(Role.Admin, 1);
    if (!admin) throw new Error("nobody is there");
    await subject.rush.database.pool.query(
      `insert into users (username, username_key, role_id, password_hash, email, riot_id, name)
       select 'لاعب-' || n, 'لاعب-' || n, ${Role.User}, '', 'player' || n || '@saha.example', 'Player' || n || '#EUW', 'نورة القحطاني'
       from generate_series(1, $1::int) n`,
      [people],
    );
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: `http://127.0.0.1:${subject.port}`,
    });
    await context.addInitScript(({ accessToken, refreshToken }) => {
      localStorage.setItem("access_token", accessToken);
      localStorage.setItem("refresh_token", refreshToken);
    }, admin);
    const firsts: number[] = [];
    for (let round = 0; round <= rounds; round++) firsts.push(await firstRow(await context.newPage()));
    const page = await context.newPage();
    await firstRow(page);
    const { frame, task } = await scroll(page);
    const searches: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      searches.push(await search(page, `player${round + 1}2`));
      await search(page, "");
    }
    return [
      figureOf(`first row after the answer`, median(firsts.slice(1)), 1000),
      figureOf(`search, from the letter to the rows`, median(searches.slice(1)), 100),
      figureOf(`longest task while scrolling, worst frame ${frame.toFixed(0)} ms`, task, 200),
    ];
  } finally {
    await browser.close();
    await subject.close();
  }
}

function figureOf(what: string, ms: number, most: number): Figure {
  const figure = `${ms.toFixed(0)} ms`;
  return { work: `${people} users on the dashboard: ${what}`, figure, goal: `≤ ${most} ms`, isMet: ms <= most };
}

/** Milliseconds between the last byte of the list and its first row on the screen. */
async function firstRow(page: Page): Promise<number> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("tbody tr[aria-rowindex]")) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark("first row")));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/dashboard/users");
  await page.waitForFunction(() => performance.getEntriesByName("first row").length > 0);
  return page.evaluate(() => {
    const list = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/api/user"));
    const [row] = performance.getEntriesByName("first row");
    return (row?.startTime ?? 0) - ((list as PerformanceResourceTiming | undefined)?.responseEnd ?? 0);
  });
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
