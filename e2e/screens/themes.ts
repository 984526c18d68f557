import type { Entry } from "./screen.ts";
import { fieldError, submit } from "./steps.ts";

export const themes: Entry[] = [
  { name: "dashboard-theme", as: "admin", path: "/dashboard/scores" },
  {
    name: "dashboard-theme-errors",
    as: "admin",
    path: "/dashboard/scores",
    act: async (scene) => {
      await scene.page.getByLabel(scene.t("themes_primary"), { exact: true }).first().fill("#12345");
      await submit(scene, scene.t("themes_save"));
      await fieldError(scene);
    },
  },
  { name: "dashboard-look", as: "admin", path: "/dashboard/look", waits: true },
];
