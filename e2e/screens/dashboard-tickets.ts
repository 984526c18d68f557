import { api, Category } from "@saha/contract";
import { longNames, type SeededServer } from "../seeds.ts";
import type { Entry } from "./screen.ts";
import { add, alert, fieldError, inDialog, openRow } from "./steps.ts";

const firstTicket = async ({ admin }: SeededServer) =>
  (await admin(api.tickets.list)).find(({ categoryId }) => categoryId === Category.Free)?.title ?? "";

export const dashboardTickets: Entry[] = [
  { name: "dashboard-free-tickets", as: "admin", path: "/dashboard/tickets/free" },
  { name: "dashboard-free-tickets-empty", as: "admin", path: "/dashboard/tickets/free", seed: "bare" },
  { name: "dashboard-free-tickets-long", as: longNames.admin, path: "/dashboard/tickets/free", seed: "long" },
  {
    name: "dashboard-ticket-add",
    as: "admin",
    path: "/dashboard/tickets/free",
    act: (scene) => add(scene, "tickets_add"),
  },
  {
    name: "dashboard-ticket-add-errors",
    as: "admin",
    path: "/dashboard/tickets/free",
    seed: "bare",
    act: async (scene) => {
      await add(scene, "tickets_add");
      await inDialog(scene, scene.t("form_add"));
      await fieldError(scene);
    },
  },
  {
    name: "dashboard-ticket-edit",
    as: "admin",
    path: "/dashboard/tickets/free",
    act: async (scene) => openRow(scene, "table_edit", await firstTicket(scene.server)),
  },
  {
    name: "dashboard-ticket-delete",
    as: "admin",
    path: "/dashboard/tickets/free",
    act: async (scene) => {
      await openRow(scene, "table_delete", await firstTicket(scene.server));
      await inDialog(scene, scene.t("form_delete"));
      await alert(scene);
    },
  },
  { name: "dashboard-categories", as: "admin", path: "/dashboard/tickets/categories" },
  { name: "dashboard-categories-long", as: longNames.admin, path: "/dashboard/tickets/categories", seed: "long" },
  {
    name: "dashboard-category-add",
    as: "admin",
    path: "/dashboard/tickets/categories",
    act: (scene) => add(scene, "tickets_category_add"),
  },
];
