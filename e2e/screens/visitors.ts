import type { Entry } from "./screen.ts";
import { alert, button, fieldError, submit } from "./steps.ts";

export const visitors: Entry[] = [
  { name: "login", as: null, path: "/login" },
  {
    name: "login-refused",
    as: null,
    path: "/login",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("auth_identifier")).fill("noura.alqahtani");
      await scene.page.getByLabel(scene.t("auth_password"), { exact: true }).fill("not-my-password-1");
      await submit(scene, scene.t("auth_login"));
      await alert(scene);
    },
  },
  {
    name: "login-offline",
    as: null,
    path: "/login",
    lost: /\/api\/auth/,
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("auth_identifier")).fill("noura");
      await scene.page.getByLabel(scene.t("auth_password"), { exact: true }).fill("not-my-password-1");
      await submit(scene, scene.t("auth_login"));
      await scene.page.getByText(scene.t("ui_state_network")).waitFor();
    },
  },
  { name: "register", as: null, path: "/register" },
  {
    name: "register-errors",
    as: null,
    path: "/register",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("auth_email")).fill("nobody@nowhere");
      await scene.page.getByLabel(scene.t("auth_password"), { exact: true }).fill("short");
      await submit(scene, scene.t("auth_register"));
      await fieldError(scene);
    },
  },
  { name: "verify", as: null, path: "/verify?email=noura@saha.example" },
  { name: "verify-unknown", as: null, path: "/verify" },
  {
    name: "verify-errors",
    as: null,
    path: "/verify",
    act: async (scene) => {
      await submit(scene, scene.t("verify_submit"));
      await fieldError(scene);
    },
  },
  { name: "forgot-password", as: null, path: "/forgot-password" },
  {
    name: "forgot-password-verify",
    as: null,
    path: "/forgot-password-verify?email=noura@saha.example",
  },
  { name: "forgot-password-verify-unknown", as: null, path: "/forgot-password-verify" },
  {
    name: "visitor-menu",
    as: null,
    path: "/login",
    act: async ({ page, t }) => {
      await button(page, t("app_settings")).click();
      await page.getByText("English", { exact: true }).waitFor();
    },
  },
  { name: "not-found", as: null, path: "/nowhere" },
  { name: "not-found", as: "noura", path: "/nowhere" },
];
