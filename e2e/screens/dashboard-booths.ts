import { api } from "@saha/contract";
import { longNames, type SeededServer } from "../seeds.ts";
import type { Entry, Scene } from "./screen.ts";
import { add, alert, fieldError, inDialog, openRow } from "./steps.ts";

const booth = async ({ admin }: SeededServer, at = 0) => (await admin(api.booths.list)).at(at)?.name ?? "";
const game = async ({ admin }: SeededServer) => (await admin(api.games.list))[0]?.name ?? "";

/** The first game's dialog, with its editor there and its bounds shown. */
async function editGame(scene: Scene): Promise<void> {
  await openRow(scene, "table_edit", await game(scene.server));
  await scene.page.getByRole("toolbar").waitFor();
  await scene.page.getByRole("switch", { name: scene.t("games_f_finite") }).check();
}

export const dashboardBooths: Entry[] = [
  { name: "dashboard-booths", as: "admin", path: "/dashboard/booths" },
  { name: "dashboard-booths-empty", as: "admin", path: "/dashboard/booths", seed: "bare" },
  { name: "dashboard-booths-long", as: longNames.admin, path: "/dashboard/booths", seed: "long" },
  { name: "dashboard-booth-add", as: "admin", path: "/dashboard/booths", act: (scene) => add(scene, "booths_add") },
  {
    name: "dashboard-booth-assign",
    as: "admin",
    path: "/dashboard/booths",
    act: async (scene) => openRow(scene, "booths_assign", await booth(scene.server, -1)),
  },
  {
    name: "dashboard-booth-assign-none",
    as: longNames.admin,
    path: "/dashboard/booths",
    seed: "long",
    act: async (scene) => openRow(scene, "booths_assign", await booth(scene.server)),
  },
  {
    name: "dashboard-booth-unassign",
    as: "admin",
    path: "/dashboard/booths",
    act: async (scene) => openRow(scene, "booths_unassign", await booth(scene.server)),
  },
  {
    name: "dashboard-booth-delete",
    as: "admin",
    path: "/dashboard/booths",
    act: async (scene) => {
      await openRow(scene, "table_delete", await booth(scene.server));
      await inDialog(scene, scene.t("form_delete"));
      await alert(scene);
    },
  },
  { name: "dashboard-games", as: "admin", path: "/dashboard/games" },
  { name: "dashboard-games-long", as: longNames.admin, path: "/dashboard/games", seed: "long" },
  {
    name: "dashboard-game-add-errors",
    as: "admin",
    path: "/dashboard/games",
    act: async (scene) => {
      await add(scene, "games_add");
      await inDialog(scene, scene.t("form_add"));
      await fieldError(scene);
    },
  },
  { name: "dashboard-game-edit", as: "admin", path: "/dashboard/games", act: editGame },
  { name: "dashboard-game-edit-long", as: longNames.admin, path: "/dashboard/games", seed: "long", act: editGame },
  { name: "dashboard-platforms", as: "admin", path: "/dashboard/platforms" },
  { name: "dashboard-logs", as: "admin", path: "/dashboard/logs" },
  { name: "dashboard-logs-empty", as: "admin", path: "/dashboard/logs", seed: "bare" },
];
