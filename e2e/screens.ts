import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";

export type Look = { language: Language; scheme: "light" | "dark"; width: number; height: number };

/** One screen in one state, as one person sees it; `null` is a visitor. */
export type Screen = {
  name: string;
  as: string | null;
  path: string;
  /** A whole demo event, or one where nothing has happened yet. */
  world: "demo" | "bare";
  /** Brings the open screen into its state. */
  act?: (page: Page, language: Language) => Promise<void>;
  /** Opens it as if the network had gone once the page itself is there. */
  offline?: true;
};

const staff = ["gameadmin", "trivia", "score", "booth", "supertrivia"];

/** Every screen for every role that has it, full, empty and broken (issue: the gallery and the gates walk through it). */
export const screens: Screen[] = [
  { name: "login", as: null, path: "/login", world: "demo" },
  { name: "register", as: null, path: "/register", world: "demo" },
  { name: "not-found", as: null, path: "/nowhere", world: "demo" },
  { name: "home", as: "noura", path: "/", world: "demo" },
  { name: "home", as: "scan", path: "/", world: "demo" },
  { name: "home", as: "admin", path: "/", world: "demo" },
  { name: "home", as: "reset", path: "/", world: "demo" },
  ...staff.map((as): Screen => ({ name: "home", as, path: "/", world: "demo" })),
  { name: "free-tickets", as: "noura", path: "/ticket/free", world: "demo" },
  { name: "free-tickets-empty", as: "noura", path: "/ticket/free", world: "bare" },
  { name: "free-tickets-offline", as: "noura", path: "/ticket/free", world: "demo", offline: true },
  { name: "my-tickets", as: "noura", path: "/ticket/my-tickets", world: "demo" },
  { name: "my-tickets-empty", as: "noura", path: "/ticket/my-tickets", world: "bare" },
  { name: "scan-entry", as: "scan", path: "/scanEnter", world: "demo" },
  { name: "scan-food", as: "scan", path: "/scanFeature", world: "demo" },
  { name: "dashboard-free-tickets", as: "admin", path: "/dashboard/tickets/free", world: "demo" },
  { name: "dashboard-free-tickets-empty", as: "admin", path: "/dashboard/tickets/free", world: "bare" },
  { name: "dashboard-categories", as: "admin", path: "/dashboard/tickets/categories", world: "demo" },
];
