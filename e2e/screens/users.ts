import { longNames, noMatch } from "../seeds.ts";
import type { Entry } from "./screen.ts";
import { add, data, fieldError, inDialog, openRow, search } from "./steps.ts";

export const users: Entry[] = [
  { name: "users", as: "admin", path: "/dashboard/users" },
  { name: "users", as: "reset", path: "/dashboard/users" },
  { name: "users-long", as: longNames.admin, path: "/dashboard/users", seed: "long" },
  { name: "users-offline", as: "admin", path: "/dashboard/users", lost: data },
  { name: "users-loading", as: "admin", path: "/dashboard/users", stalled: data },
  {
    name: "users-no-match",
    as: "admin",
    path: "/dashboard/users",
    act: async (scene) => {
      await search(scene, "table_search", noMatch);
      await scene.page.getByRole("heading", { name: scene.t("table_no_match_title") }).waitFor();
    },
  },
  { name: "users-add", as: "admin", path: "/dashboard/users", act: (scene) => add(scene, "users_add") },
  {
    name: "users-add-errors",
    as: "admin",
    path: "/dashboard/users",
    act: async (scene) => {
      await add(scene, "users_add");
      await inDialog(scene, scene.t("form_add"));
      await fieldError(scene);
    },
  },
  {
    name: "users-edit",
    as: "admin",
    path: "/dashboard/users",
    act: (scene) => openRow(scene, "table_edit", "admin"),
  },
  {
    name: "users-password",
    as: "reset",
    path: "/dashboard/users",
    act: (scene) => openRow(scene, "users_password_of", "gameadmin"),
  },
  {
    name: "users-delete",
    as: "admin",
    path: "/dashboard/users",
    act: (scene) => openRow(scene, "table_delete", "gameadmin"),
  },
  {
    name: "users-delete-long",
    as: longNames.admin,
    path: "/dashboard/users",
    seed: "long",
    act: async (scene) => {
      await search(scene, "table_search", longNames.user);
      await openRow(scene, "table_delete", longNames.user);
    },
  },
];
