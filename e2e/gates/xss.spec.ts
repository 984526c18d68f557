import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { api, Category, type Ticket } from "@saha/contract";
import { signIn } from "../accounts.ts";
import { inDatabaseOf } from "../database.ts";
import { password, type SeededServer, startSeeded } from "../seeds.ts";
import { say } from "../text.ts";
import { xssPayloads } from "../xss-corpus.ts";

const host = "off.example";
/**
 * Each payload calls with its own number, so that a hit names it; what no text may hold is refused before any defence.
 */
const payloads = xssPayloads({ run: "canary(0)", host }).map((_, index) =>
  (xssPayloads({ run: `canary(${index})`, host })[index] ?? "").replaceAll("\0", ""),
);
/**
 * Leads the whole page away, or gives a form a `parentNode` that leads back into it, so that whoever climbs the page
 * never arrives: no defence against scripts forbids either. Left out where nothing sanitises.
 */
const endsThePage = /http-equiv=["']?refresh|name=["']?parentNode/i;
const bundle = 20;

type Defences = { writing: boolean; showing: boolean; policy: boolean };
type Attack = { server: SeededServer; single: Ticket[]; bundles: Ticket[] };

const test = base.extend<object, { attack: Attack }>({
  attack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startSeeded("bare");
      await use(await plant(server));
      await server.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});
test.setTimeout(180_000);
test.describe.configure({ mode: "default" });

const up: Defences = { writing: true, showing: true, policy: true };
const down: Defences = { writing: false, showing: false, policy: false };
/** A defence that holds alone holds beside another: two at a time are tried in the soak alone. */
const states: [name: string, defences: Defences][] = [
  ["all defences up", up],
  ["nothing but the sanitiser on write", { ...down, writing: true }],
  ["nothing but the sanitiser on show", { ...down, showing: true }],
];
if (process.env.SOAK) {
  states.push(
    ["the sanitiser on write taken down", { ...up, writing: false }],
    ["the sanitiser on show taken down", { ...up, showing: false }],
    ["the content policy taken down", { ...up, policy: false }],
  );
}

for (const [name, defences] of states) {
  test(`no stranger's text runs or calls out: ${name}`, async ({ browser, attack }) => {
    const { ran, asked, strange, shown } = await visit(browser, attack, defences);
    expect({ ran, asked, strange }).toEqual({ ran: [], asked: [], strange: [] });
    expect(shown).toBeGreaterThan(payloads.length * 2);
  });
}

test("no stranger's text runs with nothing but the content policy", async ({ browser, attack }) => {
  const { ran } = await visit(browser, attack, { ...down, policy: true });
  expect(ran).toEqual([]);
});

test("with every defence down the canary sings, so its silence means something", async ({ browser, attack }) => {
  const { ran } = await visit(browser, attack, down);
  expect(ran.length).toBeGreaterThan(30);
});

test("names, titles, gates and devices are text wherever they are read", async ({ browser, attack: { server } }) => {
  const taunt = "<img src=x onerror=canary(9)>";
  const riotId = `"><svg/onload=canary(8)>#<b>`;
  const person = await signIn(server.url, "noura", password);
  const params = { userId: String(person.session.user.id) };
  await person.call(api.profiles.update, { params, body: { name: taunt, riotId } });
  await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": `Mozilla/5.0 ${taunt}` },
    body: JSON.stringify({ identifier: "noura", password }),
  });
  await server.admin(api.categories.create, { body: { name: taunt } });
  const ticket = await server.admin(api.tickets.create, {
    body: { title: taunt, eventName: taunt, quantity: 5, day: dayFrom(0), category: Category.Free, features: "x" },
  });
  const purchase = await person.call(
    api.purchases.reserve,
    { body: { ticketId: ticket.id } },
    { idempotencyKey: randomUUID() },
  );
  await server.admin(
    api.scans.entry,
    { body: { qrToken: purchase.shortCode, gate: taunt } },
    { idempotencyKey: randomUUID() },
  );
  const watched = await open(browser, server, "noura", up);
  const scanner = await open(browser, server, "scan", up);
  const admin = await open(browser, server, "admin", up);
  try {
    for (const path of ["/", "/profile", "/ticket/my-tickets"]) await look(watched, path);
    await expect(watched.page.getByText(taunt).first()).toBeAttached();
    for (const [path, told] of [
      ["/dashboard/users", riotId],
      ["/dashboard/tickets/categories", taunt],
      ["/dashboard/tickets/free", taunt],
    ] as const) {
      await look(admin, path);
      // Only the rows in sight are drawn.
      await admin.page.getByRole("searchbox").fill(told);
      await expect(admin.page.getByText(told).first()).toBeAttached();
    }
    await look(scanner, "/scanEnter");
    await scanner.page.getByLabel(say("scans_code_label")).fill(purchase.shortCode);
    await scanner.page.keyboard.press("Enter");
    await expect(scanner.page.getByRole("dialog").getByText(taunt).first()).toBeVisible();
    await poke(scanner.page);
    expect([watched, scanner, admin].flatMap(({ ran, asked }) => [...ran, ...asked])).toEqual([]);
  } finally {
    for (const { context } of [watched, scanner, admin]) await context.close();
  }
});

/**
 * A ticket for each payload, on a day of its own, and tickets that hold many, taken by an attendee; all through the
 * API.
 */
async function plant(server: SeededServer): Promise<Attack> {
  const make = (features: string, title: string, offset: number) =>
    server.admin(api.tickets.create, {
      body: { title, features, eventName: "x", quantity: 5, day: dayFrom(offset), category: Category.Free },
    });
  const single: Ticket[] = [];
  for (const [index, payload] of payloads.entries()) single.push(await make(payload, `single ${index}`, index + 1));
  const bundles: Ticket[] = [];
  const { call } = await signIn(server.url, "noura", password);
  for (let from = 0; from < payloads.length; from += bundle) {
    const ticket = await make(bundled(from), `bundle ${from}`, 400 + from);
    bundles.push(ticket);
    await call(api.purchases.reserve, { body: { ticketId: ticket.id } }, { idempotencyKey: randomUUID() });
  }
  return { server, single, bundles };
}

function bundled(from: number): string {
  return payloads
    .slice(from, from + bundle)
    .filter((payload) => !endsThePage.test(payload))
    .map((payload) => payload.replaceAll("\n", " "))
    .join("\n")
    .slice(0, 4000);
}

/** What happens when an attendee and an administrator look at all of it, with these defences standing. */
async function visit(browser: Browser, attack: Attack, defences: Defences) {
  const { server } = attack;
  await store(attack, defences);
  const attendee = await open(browser, server, "noura", defences);
  const admin = await open(browser, server, "admin", defences);
  try {
    const lookAttendee = async () =>
      (await look(attendee, "/ticket/free")) + (await look(attendee, "/ticket/my-tickets"));
    const [member, staff] = await Promise.all([lookAttendee(), look(admin, "/dashboard/tickets/free")]);
    const shown = member + staff;
    const tell = (visitor: Visitor) => [...new Set(visitor.ran)].map((index) => `${index}: ${payloads[index]}`);
    return {
      ran: [...tell(attendee), ...tell(admin)],
      asked: [...attendee.asked, ...admin.asked],
      strange: [...attendee.strange, ...admin.strange],
      shown,
    };
  } finally {
    await attendee.context.close();
    await admin.context.close();
  }
}

/** Puts into the database what the defence on write would have stored, or what the stranger sent. */
async function store({ server, single, bundles }: Attack, { writing, showing }: Defences): Promise<void> {
  const isBare = !writing && !showing;
  await inDatabaseOf(server, async (client) => {
    const put = (id: number, features: string) =>
      client.query("update tickets set features = $2 where id = $1", [id, features]);
    for (const [index, ticket] of single.entries()) {
      const payload = payloads[index] ?? "";
      const sent = isBare && endsThePage.test(payload) ? "left out" : payload;
      await put(ticket.id, writing ? ticket.features : sent);
    }
    for (const [index, ticket] of bundles.entries())
      await put(ticket.id, writing ? ticket.features : bundled(index * bundle));
  });
}

type Visitor = { context: BrowserContext; page: Page; ran: number[]; asked: string[]; strange: string[] };

async function open(browser: Browser, server: SeededServer, as: string, defences: Defences): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  const visitor: Omit<Visitor, "page"> = { context, ran: [], asked: [], strange: [] };
  await context.addInitScript(
    (signed) => {
      localStorage.setItem("access_token", signed.access);
      localStorage.setItem("refresh_token", signed.refresh);
      localStorage.setItem("user", signed.user);
    },
    await server.signed(as),
  );
  await context.exposeBinding("canary", (_source, index: number) => visitor.ran.push(index));
  const own = new URL(server.url).host;
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.host !== own,
    (route) => {
      visitor.asked.push(route.request().url());
      return route.abort();
    },
  );
  if (!defences.showing) {
    // The bundler names what a file exports: the module and its default alike become the stub.
    await context.route(/\/assets\/purify[^/]*\.js$/, async (route) => {
      const exported = /export\{([^}]*)\};?\s*$/.exec(await (await route.fetch()).text())?.[1] ?? "";
      const names = exported.split(",").map((one) => one.split(" as ").at(-1));
      const body = `
        const policy = globalThis.trustedTypes?.createPolicy("dompurify", { createHTML: (html) => html });
        const stub = { addHook() {}, sanitize: (html) => (policy ? policy.createHTML(html) : html) };
        stub.default = stub;
        export { ${names.map((name) => `stub as ${name}`).join(", ")} };`;
      await route.fulfill({ contentType: "text/javascript", body });
    });
  }
  if (!defences.policy) {
    await context.route(
      (url) => url.host === own && !url.pathname.startsWith("/assets/") && !url.pathname.startsWith("/api/"),
      async (route) => {
        const answer = await route.fetch();
        const { "content-security-policy": _policy, ...headers } = answer.headers();
        await route.fulfill({ response: answer, headers });
      },
    );
  }
  return { ...visitor, page: await context.newPage() };
}

/** Opens a page and does to everything on it what a person might. Gives how many pieces of text it shows. */
async function look({ page, strange }: Visitor, path: string): Promise<number> {
  await page.goto(path, { waitUntil: "load" });
  await page
    .locator("h1")
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {});
  await page.waitForTimeout(600);
  strange.push(...(await poke(page)));
  await page.waitForTimeout(400);
  return page
    .locator("li, tr, td")
    .count()
    .catch(() => 0);
}

/**
 * Passes over, focuses and presses what strangers wrote; names the links that lead neither to the web nor to a mail.
 */
function poke(page: Page): Promise<string[]> {
  return page
    .evaluate(async () => {
      for (const more of document.querySelectorAll<HTMLElement>("main button[aria-expanded='false']")) more.click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
      const strange: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>("main *")) {
        for (const kind of ["mouseover", "mouseenter", "pointerover", "animationstart", "toggle"]) {
          element.dispatchEvent(new MouseEvent(kind, { bubbles: kind !== "mouseenter" }));
        }
        if (element.tabIndex >= 0 && !element.matches("button")) element.focus?.({ preventScroll: true });
        const href = element.getAttribute("href") ?? element.getAttribute("xlink:href");
        if (href === null || element.closest("nav")) continue;
        const isUsual = element instanceof HTMLAnchorElement && /^(https?|mailto|tel):$/.test(element.protocol);
        if (isUsual) continue;
        strange.push(href);
        element.click?.();
      }
      return strange;
    })
    .catch(() => []);
}

function dayFrom(offset: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Etc/GMT-3" }).format(Date.now() + offset * 86_400_000);
}
