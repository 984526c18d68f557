import type { Locator, Page } from "@playwright/test";
import { api, type Language } from "@saha/contract";
import { say } from "./text.ts";
import { demoNames, longNames, noMatch, type World, type WorldName } from "./worlds.ts";

export type Look = { language: Language; scheme: "light" | "dark"; width: number; height: number };

/** What a screen's act may use: the open page, the event behind it, and the sentences in the page's language. */
export type Scene = {
  page: Page;
  world: World;
  t: (key: string, values?: Record<string, string | number>) => string;
};

/** One screen in one state, as one person sees it; `null` is a visitor. */
export type Screen = {
  name: string;
  as: string | null;
  path: string;
  world: WorldName;
  /** Where it exists only on a phone, or only beside a sidebar. */
  only?: "phone" | "laptop";
  /** Calls that are lost, as if the network had gone once the page itself is there. */
  lost?: RegExp;
  /** Calls that are never answered, for what shows meanwhile. */
  stalled?: RegExp;
  /** Shows waiting as one of its samples, for good. */
  waits?: true;
  /** Prepares the page before it opens. */
  before?: (scene: Scene) => Promise<void>;
  /** Brings the open screen into its state. */
  act?: (scene: Scene) => Promise<void>;
};

const data = /\/api\/(ticket|user|auth\/sessions|profile)/;
const validate = /\/api\/ticket-scan\//;

const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const submit = async ({ page }: Scene, name: string) => button(page.getByRole("main"), name).click();
const inDialog = ({ page }: Scene, name: string) => button(page.getByRole("dialog"), name).click();

/** The account's menu, by its button at the end of the bar. */
async function openAccount({ page, t }: Scene): Promise<void> {
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByText(t("app_logout"), { exact: true }).waitFor();
}

async function openDrawer({ page, t }: Scene): Promise<void> {
  await button(page, t("app_menu_open")).click();
  await page.getByRole("dialog").getByRole("navigation").waitFor();
}

/** The first row's button of this sort: edit, password or delete. */
async function openRow({ page, t }: Scene, key: string, name: string): Promise<void> {
  await button(page, t(key, { name, title: name })).click();
  await page.getByRole("dialog").getByRole("button").first().waitFor();
}

async function add({ page, t }: Scene, key: string): Promise<void> {
  await button(page, t(key)).first().click();
  await page.getByRole("dialog").getByRole("button").first().waitFor();
}

async function search({ page, t }: Scene, key: string, typed: string): Promise<void> {
  await page.getByRole("searchbox", { name: t(key) }).fill(typed);
}

async function check(scene: Scene, code: string): Promise<void> {
  const { page, t } = scene;
  await page.getByLabel(t("scans_code_label")).fill(code);
  await submit(scene, t("scans_code_check"));
  await page.getByRole("alert").first().waitFor();
}

function verdict(name: string, path: string, act: (scene: Scene) => Promise<void>, more: Partial<Screen> = {}): Screen {
  return { name: `verdict-${name}`, as: "scan", path, world: "demo", act, ...more };
}

const everybody = ["noura", "scan", "admin", "reset", "gameadmin", "trivia", "score", "booth", "supertrivia"];
const firstTicket = async ({ admin }: World) => (await admin(api.tickets.list))[0]?.title ?? "";

const visitors: Screen[] = [
  { name: "login", as: null, path: "/login", world: "demo" },
  {
    name: "login-refused",
    as: null,
    path: "/login",
    world: "demo",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("auth_identifier")).fill("noura.alqahtani");
      await scene.page.getByLabel(scene.t("auth_password"), { exact: true }).fill("not-my-password-1");
      await submit(scene, scene.t("auth_login"));
      await scene.page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "login-offline",
    as: null,
    path: "/login",
    world: "demo",
    lost: /\/api\/auth/,
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("auth_identifier")).fill("noura");
      await scene.page.getByLabel(scene.t("auth_password"), { exact: true }).fill("not-my-password-1");
      await submit(scene, scene.t("auth_login"));
      await scene.page.getByText(scene.t("app_offline_sentence")).waitFor();
    },
  },
  { name: "register", as: null, path: "/register", world: "demo" },
  {
    name: "register-errors",
    as: null,
    path: "/register",
    world: "demo",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("auth_email")).fill("nobody@nowhere");
      await scene.page.getByLabel(scene.t("auth_password"), { exact: true }).fill("short");
      await submit(scene, scene.t("auth_register"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
  { name: "verify", as: null, path: "/verify?email=noura@saha.example", world: "demo" },
  { name: "verify-unknown", as: null, path: "/verify", world: "demo" },
  {
    name: "verify-errors",
    as: null,
    path: "/verify",
    world: "demo",
    act: async (scene) => {
      await submit(scene, scene.t("verify_submit"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
  { name: "forgot-password", as: null, path: "/forgot-password", world: "demo" },
  {
    name: "forgot-password-verify",
    as: null,
    path: "/forgot-password-verify?email=noura@saha.example",
    world: "demo",
  },
  { name: "forgot-password-verify-unknown", as: null, path: "/forgot-password-verify", world: "demo" },
  {
    name: "visitor-menu",
    as: null,
    path: "/login",
    world: "demo",
    act: async ({ page, t }) => {
      await button(page, t("app_settings")).click();
      await page.getByText("English", { exact: true }).waitFor();
    },
  },
  { name: "not-found", as: null, path: "/nowhere", world: "demo" },
  { name: "not-found", as: "noura", path: "/nowhere", world: "demo" },
];

const homes: Screen[] = [
  ...everybody.map((as): Screen => ({ name: "home", as, path: "/", world: "demo" })),
  { name: "home-holder", as: demoNames.holder, path: "/", world: "demo" },
  { name: "home-entered", as: demoNames.entered, path: "/", world: "demo" },
  { name: "home-served", as: demoNames.served, path: "/", world: "demo" },
  { name: "home-loading", as: "noura", path: "/", world: "demo", stalled: data },
  { name: "home-offline", as: "noura", path: "/", world: "demo", lost: data },
  { name: "home-offline", as: "admin", path: "/", world: "demo", lost: data },
  { name: "home-bare", as: "noura", path: "/", world: "bare" },
  { name: "home-bare", as: "admin", path: "/", world: "bare" },
  { name: "home-long", as: longNames.user, path: "/", world: "long" },
  { name: "home-long", as: longNames.scan, path: "/", world: "long" },
  { name: "home-long", as: longNames.admin, path: "/", world: "long" },
  ...["noura", "scan", "admin"].map(
    (as): Screen => ({ name: "account-menu", as, path: "/", world: "demo", act: openAccount }),
  ),
  { name: "account-menu-long", as: longNames.user, path: "/", world: "long", act: openAccount },
  ...["noura", "scan"].map((as): Screen => ({ name: "drawer", as, path: "/", world: "demo", act: openDrawer })),
  {
    name: "drawer-dashboard",
    as: "admin",
    path: "/dashboard/users",
    world: "demo",
    only: "phone",
    act: openDrawer,
  },
  {
    name: "offline-banner",
    as: "noura",
    path: "/",
    world: "demo",
    act: async ({ page, t }) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, "onLine", { get: () => false });
        dispatchEvent(new Event("offline"));
      });
      await page.getByText(t("app_offline_banner")).waitFor();
    },
  },
  {
    name: "change-password",
    as: "scan",
    path: "/",
    world: "demo",
    act: async (scene) => {
      await openAccount(scene);
      await button(scene.page, scene.t("password_change")).click();
      await inDialog(scene, scene.t("password_change_submit"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
];

const profiles: Screen[] = [
  { name: "profile", as: "noura", path: "/profile", world: "demo" },
  { name: "profile", as: "scan", path: "/profile", world: "demo" },
  { name: "profile-waiting", as: demoNames.waiting, path: "/profile", world: "demo" },
  { name: "profile-bare", as: "noura", path: "/profile", world: "bare" },
  { name: "profile-long", as: longNames.user, path: "/profile", world: "long" },
  { name: "profile-offline", as: "noura", path: "/profile", world: "demo", lost: data },
  {
    name: "profile-errors",
    as: "noura",
    path: "/profile",
    world: "demo",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("profile_email")).fill("nobody@nowhere");
      await submit(scene, scene.t("profile_save"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
  {
    name: "profile-leave-all",
    as: "noura",
    path: "/profile",
    world: "demo",
    act: async (scene) => {
      await submit(scene, scene.t("profile_devices_all"));
      await scene.page.getByRole("dialog").getByText(scene.t("profile_devices_all_text")).waitFor();
    },
  },
];

const enlarge = async ({ page }: Scene) => {
  await page
    .getByRole("listitem")
    .getByRole("button")
    .filter({ has: page.locator("img") })
    .first()
    .click();
  await page.locator("dialog[open]").waitFor();
};

const tickets: Screen[] = [
  { name: "free-tickets", as: "noura", path: "/ticket/free", world: "demo" },
  {
    name: "free-tickets-unfolded",
    as: "noura",
    path: "/ticket/free",
    world: "demo",
    act: async ({ page, t }) => {
      for (const more of await button(page, t("tickets_more")).all())
        await more.click({ timeout: 500 }).catch(() => {});
    },
  },
  { name: "free-tickets-holder", as: demoNames.holder, path: "/ticket/free", world: "demo" },
  { name: "free-tickets-empty", as: "noura", path: "/ticket/free", world: "bare" },
  { name: "free-tickets-offline", as: "noura", path: "/ticket/free", world: "demo", lost: data },
  { name: "free-tickets-loading", as: "noura", path: "/ticket/free", world: "demo", stalled: data },
  { name: "free-tickets-long", as: longNames.user, path: "/ticket/free", world: "long" },
  {
    name: "free-tickets-refused",
    as: "noura",
    path: "/ticket/free",
    world: "demo",
    act: async ({ page, t }) => {
      await page.route(/\/api\/ticket-purchase$/, (route) => route.abort("internetdisconnected"));
      await page
        .getByRole("main")
        .locator(`button[aria-label^="${t("tickets_reserve_name", { title: "" })}"]:enabled`)
        .first()
        .click();
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: "ticket-taken",
    as: "noura",
    path: "/ticket/free",
    world: "demo",
    act: async ({ page, t }) => {
      // Taken and given back, so that the next look finds it free again.
      const closing = `button[aria-label^="${t("tickets_reserve_name", { title: "" })}"]:enabled`;
      const answer = page.waitForResponse(
        (response) => response.url().endsWith("/ticket-purchase") && response.request().method() === "POST",
      );
      await page.getByRole("main").locator(closing).last().click();
      const { id } = (await (await answer).json()).data as { id: number };
      await page.getByText(t("tickets_won_title")).waitFor();
      await page.evaluate(async (path) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem("access_token")}`,
          "x-refresh-token": localStorage.getItem("refresh_token") ?? "",
        };
        await (await fetch(path, { method: "DELETE", headers })).text();
      }, `/api/ticket-purchase/${id}`);
    },
  },
  { name: "part-missing", as: "noura", path: "/ticket/free", world: "demo", lost: /\/assets\/free-tickets.*\.js/ },
  { name: "my-tickets", as: demoNames.holder, path: "/ticket/my-tickets", world: "demo" },
  { name: "my-tickets-entered", as: demoNames.entered, path: "/ticket/my-tickets", world: "demo" },
  { name: "my-tickets-served", as: demoNames.served, path: "/ticket/my-tickets", world: "demo" },
  { name: "my-tickets-empty", as: "noura", path: "/ticket/my-tickets", world: "bare" },
  { name: "my-tickets-offline", as: "noura", path: "/ticket/my-tickets", world: "demo", lost: data },
  { name: "my-tickets-loading", as: "noura", path: "/ticket/my-tickets", world: "demo", stalled: data },
  { name: "my-tickets-long", as: longNames.user, path: "/ticket/my-tickets", world: "long" },
  {
    name: "my-tickets-no-picture",
    as: demoNames.holder,
    path: "/ticket/my-tickets",
    world: "demo",
    lost: /\.svg$/,
  },
  { name: "ticket-held-up", as: demoNames.holder, path: "/ticket/my-tickets", world: "demo", act: enlarge },
  { name: "ticket-held-up-long", as: longNames.user, path: "/ticket/my-tickets", world: "long", act: enlarge },
  {
    name: "give-back",
    as: demoNames.holder,
    path: "/ticket/my-tickets",
    world: "demo",
    act: async ({ page, t }) => {
      await page.getByText(t("tickets_give_back"), { exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** A camera that shows a quiet picture, put in the place of the browser's own. */
async function standInCamera({ page }: Scene): Promise<void> {
  await page.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const brush = canvas.getContext("2d");
    setInterval(() => {
      if (!brush) return;
      brush.fillStyle = "#8a8f98";
      brush.fillRect(0, 0, 640, 480);
    }, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  });
}

async function startScanner({ page, t }: Scene): Promise<void> {
  await button(page, t("scans_start")).click();
  await page.locator("dialog[open]").waitFor();
}

const scans: Screen[] = [
  { name: "scan-entry", as: "scan", path: "/scanEnter", world: "demo" },
  { name: "scan-entry", as: "admin", path: "/scanEnter", world: "demo" },
  { name: "scan-food", as: "scan", path: "/scanFeature", world: "demo" },
  {
    name: "scan-entry-kept",
    as: longNames.scan,
    path: "/scanEnter",
    world: "long",
    before: async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem("saha.gate", name), longNames.gate);
    },
    act: async (scene) => {
      await check(scene, await scene.world.takenCode("free"));
      await scene.page.waitForTimeout(400);
      await scene.page.keyboard.press("Enter");
      await scene.page.locator("dialog[open]").waitFor({ state: "detached" });
    },
  },
  verdict("in", "/scanEnter", async (scene) => check(scene, await scene.world.takenCode("free"))),
  verdict("collect", "/scanEnter", async (scene) => check(scene, await scene.world.takenCode("priced"))),
  verdict("used", "/scanEnter", async (scene) => check(scene, await scene.world.usedCode())),
  verdict("wrong-day", "/scanEnter", async (scene) => check(scene, await scene.world.takenCode("tomorrow"))),
  verdict("unknown", "/scanEnter", (scene) => check(scene, "ABCDE-FGHJK")),
  verdict("food", "/scanFeature", async (scene) => check(scene, await scene.world.usedCode())),
  verdict("not-in", "/scanFeature", async (scene) => check(scene, await scene.world.takenCode("free"))),
  verdict("lost", "/scanEnter", (scene) => check(scene, "ABCDE-FGHJK"), { lost: validate }),
  verdict("in-long", "/scanEnter", async (scene) => check(scene, await scene.world.takenCode("free")), {
    world: "long",
    as: longNames.scan,
  }),
  verdict("collect-long", "/scanEnter", async (scene) => check(scene, await scene.world.takenCode("priced")), {
    world: "long",
    as: longNames.scan,
  }),
  verdict("used-long", "/scanEnter", async (scene) => check(scene, await scene.world.usedCode()), {
    world: "long",
    as: longNames.scan,
  }),
  {
    name: "verdict-waiting",
    as: "scan",
    path: "/scanEnter",
    world: "demo",
    stalled: validate,
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("scans_code_label")).fill("ABCDE-FGHJK");
      await submit(scene, scene.t("scans_code_check"));
      await scene.page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "scanner",
    as: "scan",
    path: "/scanEnter",
    world: "demo",
    before: standInCamera,
    act: async (scene) => {
      await startScanner(scene);
      await scene.page.getByText(scene.t("scanner_aim")).waitFor();
    },
  },
  {
    name: "scanner-trouble",
    as: "scan",
    path: "/scanEnter",
    world: "demo",
    act: async (scene) => {
      await startScanner(scene);
      await button(scene.page, scene.t("scanner_retry")).waitFor();
    },
  },
];

const dashboards: Screen[] = [
  { name: "users", as: "admin", path: "/dashboard/users", world: "demo" },
  { name: "users", as: "reset", path: "/dashboard/users", world: "demo" },
  { name: "users-long", as: longNames.admin, path: "/dashboard/users", world: "long" },
  { name: "users-offline", as: "admin", path: "/dashboard/users", world: "demo", lost: data },
  { name: "users-loading", as: "admin", path: "/dashboard/users", world: "demo", stalled: data },
  {
    name: "users-no-match",
    as: "admin",
    path: "/dashboard/users",
    world: "demo",
    act: async (scene) => {
      await search(scene, "table_search", noMatch);
      await scene.page.getByRole("heading", { name: scene.t("table_no_match_title") }).waitFor();
    },
  },
  { name: "users-add", as: "admin", path: "/dashboard/users", world: "demo", act: (scene) => add(scene, "users_add") },
  {
    name: "users-add-errors",
    as: "admin",
    path: "/dashboard/users",
    world: "demo",
    act: async (scene) => {
      await add(scene, "users_add");
      await inDialog(scene, scene.t("users_add_save"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
  {
    name: "users-edit",
    as: "admin",
    path: "/dashboard/users",
    world: "demo",
    act: (scene) => openRow(scene, "users_edit", "admin"),
  },
  {
    name: "users-password",
    as: "reset",
    path: "/dashboard/users",
    world: "demo",
    act: (scene) => openRow(scene, "users_password_of", "gameadmin"),
  },
  {
    name: "users-delete",
    as: "admin",
    path: "/dashboard/users",
    world: "demo",
    act: (scene) => openRow(scene, "users_delete", "gameadmin"),
  },
  {
    name: "users-delete-long",
    as: longNames.admin,
    path: "/dashboard/users",
    world: "long",
    act: async (scene) => {
      await search(scene, "table_search", longNames.user);
      await openRow(scene, "users_delete", longNames.user);
    },
  },
  { name: "dashboard-free-tickets", as: "admin", path: "/dashboard/tickets/free", world: "demo" },
  { name: "dashboard-free-tickets-empty", as: "admin", path: "/dashboard/tickets/free", world: "bare" },
  { name: "dashboard-free-tickets-long", as: longNames.admin, path: "/dashboard/tickets/free", world: "long" },
  { name: "dashboard-free-tickets-offline", as: "admin", path: "/dashboard/tickets/free", world: "demo", lost: data },
  {
    name: "dashboard-ticket-add",
    as: "admin",
    path: "/dashboard/tickets/free",
    world: "demo",
    act: (scene) => add(scene, "tickets_add"),
  },
  {
    name: "dashboard-ticket-add-errors",
    as: "admin",
    path: "/dashboard/tickets/free",
    world: "bare",
    act: async (scene) => {
      await add(scene, "tickets_add");
      await inDialog(scene, scene.t("tickets_create"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
  {
    name: "dashboard-ticket-edit",
    as: "admin",
    path: "/dashboard/tickets/free",
    world: "demo",
    act: async (scene) => openRow(scene, "tickets_edit", await firstTicket(scene.world)),
  },
  {
    name: "dashboard-ticket-delete",
    as: "admin",
    path: "/dashboard/tickets/free",
    world: "demo",
    act: async (scene) => {
      await openRow(scene, "tickets_delete", await firstTicket(scene.world));
      await inDialog(scene, scene.t("form_delete"));
      await scene.page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
    },
  },
  { name: "dashboard-categories", as: "admin", path: "/dashboard/tickets/categories", world: "demo" },
  { name: "dashboard-categories-long", as: longNames.admin, path: "/dashboard/tickets/categories", world: "long" },
  {
    name: "dashboard-category-add",
    as: "admin",
    path: "/dashboard/tickets/categories",
    world: "demo",
    act: (scene) => add(scene, "tickets_category_add"),
  },
];

const themes: Screen[] = [
  { name: "dashboard-theme", as: "admin", path: "/dashboard/scores", world: "demo" },
  {
    name: "dashboard-theme-errors",
    as: "admin",
    path: "/dashboard/scores",
    world: "demo",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("themes_primary"), { exact: true }).first().fill("#12345");
      await submit(scene, scene.t("themes_save"));
      await scene.page.locator(".mantine-InputWrapper-error").first().waitFor();
    },
  },
  { name: "dashboard-theme-offline", as: "admin", path: "/dashboard/scores", world: "demo", lost: /\/api\/main-theme/ },
  { name: "dashboard-look", as: "admin", path: "/dashboard/look", world: "demo", waits: true },
];

/** Every screen for every role that has it: full, empty, waiting, broken and with names of any length. */
export const screens: Screen[] = [...visitors, ...homes, ...profiles, ...tickets, ...scans, ...dashboards, ...themes];

/** The words of a language for an open page. */
export function sceneOf(page: Page, world: World, language: Language): Scene {
  return { page, world, t: (key, values) => say(key, language, values) };
}
