import { demoNames, longNames } from "../seeds.ts";
import type { Entry, Scene } from "./screen.ts";
import { button, data } from "./steps.ts";

const enlarge = async ({ page }: Scene) => {
  await page
    .getByRole("listitem")
    .getByRole("button")
    .filter({ has: page.locator("img") })
    .first()
    .click();
  await page.locator("dialog[open]").waitFor();
};

export const tickets: Entry[] = [
  { name: "free-tickets", as: "noura", path: "/ticket/free" },
  {
    name: "free-tickets-unfolded",
    as: "noura",
    path: "/ticket/free",
    act: async ({ page, t }) => {
      for (const more of await button(page, t("tickets_more")).all())
        await more.click({ timeout: 500 }).catch(() => {});
    },
  },
  { name: "free-tickets-holder", as: demoNames.holder, path: "/ticket/free" },
  { name: "free-tickets-empty", as: "noura", path: "/ticket/free", seed: "bare" },
  { name: "free-tickets-offline", as: "noura", path: "/ticket/free", lost: data },
  { name: "free-tickets-loading", as: "noura", path: "/ticket/free", stalled: data },
  { name: "free-tickets-long", as: longNames.user, path: "/ticket/free", seed: "long" },
  {
    name: "free-tickets-refused",
    as: "noura",
    path: "/ticket/free",
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
  { name: "part-missing", as: "noura", path: "/ticket/free", lost: /\/assets\/free-tickets.*\.js/ },
  { name: "my-tickets", as: demoNames.holder, path: "/ticket/my-tickets" },
  { name: "my-tickets-entered", as: demoNames.entered, path: "/ticket/my-tickets" },
  { name: "my-tickets-served", as: demoNames.served, path: "/ticket/my-tickets" },
  { name: "my-tickets-empty", as: "noura", path: "/ticket/my-tickets", seed: "bare" },
  { name: "my-tickets-long", as: longNames.user, path: "/ticket/my-tickets", seed: "long" },
  {
    name: "my-tickets-no-picture",
    as: demoNames.holder,
    path: "/ticket/my-tickets",
    lost: /\.svg$/,
  },
  { name: "ticket-held-up", as: demoNames.holder, path: "/ticket/my-tickets", act: enlarge },
  { name: "ticket-held-up-long", as: longNames.user, path: "/ticket/my-tickets", seed: "long", act: enlarge },
  {
    name: "give-back",
    as: demoNames.holder,
    path: "/ticket/my-tickets",
    act: async ({ page, t }) => {
      await page.getByText(t("tickets_give_back"), { exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
];
