import { demoNames, longNames } from "../seeds.ts";
import type { Entry } from "./screen.ts";
import { fieldError, submit } from "./steps.ts";

export const profiles: Entry[] = [
  { name: "profile", as: "noura", path: "/profile" },
  { name: "profile", as: "scan", path: "/profile" },
  { name: "profile-waiting", as: demoNames.waiting, path: "/profile" },
  { name: "profile-bare", as: "noura", path: "/profile", seed: "bare" },
  { name: "profile-long", as: longNames.user, path: "/profile", seed: "long" },
  {
    name: "profile-errors",
    as: "noura",
    path: "/profile",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("profile_email")).fill("nobody@nowhere");
      await submit(scene, scene.t("profile_save"));
      await fieldError(scene);
    },
  },
  {
    name: "profile-leave-all",
    as: "noura",
    path: "/profile",
    act: async (scene) => {
      await submit(scene, scene.t("profile_devices_all"));
      await scene.page.getByRole("dialog").getByText(scene.t("profile_devices_all_text")).waitFor();
    },
  },
];
