import { demoNames, longNames } from "../seeds.ts";
import type { Entry } from "./screen.ts";
import { button, data, fieldError, inDialog, openAccount, openDrawer } from "./steps.ts";

const everybody = ["noura", "scan", "admin", "reset", "gameadmin", "trivia", "score", "booth", "supertrivia"];

export const homes: Entry[] = [
  ...everybody.map((as): Entry => ({ name: "home", as, path: "/" })),
  { name: "home-holder", as: demoNames.holder, path: "/" },
  { name: "home-entered", as: demoNames.entered, path: "/" },
  { name: "home-served", as: demoNames.served, path: "/" },
  { name: "home-loading", as: "noura", path: "/", stalled: data },
  { name: "home-offline", as: "noura", path: "/", lost: data },
  { name: "home-bare", as: "noura", path: "/", seed: "bare" },
  { name: "home-bare", as: "admin", path: "/", seed: "bare" },
  { name: "home-long", as: longNames.user, path: "/", seed: "long" },
  { name: "home-long", as: longNames.scan, path: "/", seed: "long" },
  { name: "home-long", as: longNames.admin, path: "/", seed: "long" },
  ...["noura", "scan", "admin"].map((as): Entry => ({ name: "account-menu", as, path: "/", act: openAccount })),
  { name: "account-menu-long", as: longNames.user, path: "/", seed: "long", act: openAccount },
  ...["noura", "scan"].map((as): Entry => ({ name: "drawer", as, path: "/", act: openDrawer })),
  {
    name: "drawer-dashboard",
    as: "admin",
    path: "/dashboard/users",
    only: "phone",
    act: openDrawer,
  },
  {
    name: "offline-banner",
    as: "noura",
    path: "/",
    act: async ({ page, t }) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, "onLine", { get: () => false });
        dispatchEvent(new Event("offline"));
      });
      await page.getByText(t("app_offline_banner")).waitFor();
      const covered = await page.evaluate(() => {
        const pill = document.querySelector("[data-offline] > p")?.getBoundingClientRect();
        return [...document.querySelectorAll("a, button, input, h1")].flatMap((part) => {
          const { left, right, top, bottom, width } = part.getBoundingClientRect();
          const isOver =
            pill && left < pill.right && right > pill.left && top < pill.bottom - 1 && bottom > pill.top + 1;
          return isOver && width > 1 ? [part.textContent] : [];
        });
      });
      if (covered.length > 0) throw new Error(`the offline pill covers: ${covered.join(", ")}`);
    },
  },
  {
    name: "change-password",
    as: "scan",
    path: "/",
    act: async (scene) => {
      await openAccount(scene);
      await button(scene.page, scene.t("password_change")).click();
      await inDialog(scene, scene.t("password_change_submit"));
      await fieldError(scene);
    },
  },
];
