import { Role } from "@saha/contract";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { authenticate, currentUser } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { allowsRoles, firstDetour, type Guard, guestsOnly, requiresSession } from "./guards.ts";
import { NotFound } from "./not-found.tsx";
import { Problem } from "./problem.tsx";
import { WebLayout } from "./web-layout.tsx";

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The name of the route (spec §2). */
    name?: string;
    title?: () => string;
  }
}

/** Runs guards before a route is entered, the session being authenticated before the first (spec §2). */
function guarded(...guards: Guard[]) {
  return async ({ location }: { location: { href: string; pathname: string } }) => {
    await authenticate();
    const detour = firstDetour(guards, currentUser());
    if (!detour) return;
    const from = detour === "/login" && location.pathname !== "/" ? { from: location.href } : {};
    throw redirect({ to: detour, search: from, replace: true });
  };
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Problem });

const web = createRoute({ getParentRoute: () => root, id: "web", component: WebLayout });

const login = createRoute({
  getParentRoute: () => web,
  path: "/login",
  staticData: { name: "login", title: () => m.auth_login_title() },
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search.from === "string" && /^\/(?!\/)/.test(search.from) ? { from: search.from } : {},
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/login.tsx"), "Login"),
});

const register = createRoute({
  getParentRoute: () => web,
  path: "/register",
  staticData: { name: "register", title: () => m.auth_register_title() },
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/register.tsx"), "Register"),
});

const members = createRoute({
  getParentRoute: () => web,
  id: "members",
  beforeLoad: guarded(requiresSession),
  component: Outlet,
});

const home = createRoute({
  getParentRoute: () => members,
  path: "/",
  staticData: { name: "home", title: () => m.home_title() },
  component: lazyRouteComponent(() => import("../features/home/home.tsx"), "Home"),
});

const scanEnter = createRoute({
  getParentRoute: () => members,
  path: "/scanEnter",
  staticData: { name: "scanEnter", title: () => m.app_nav_entry_scan() },
  beforeLoad: guarded(allowsRoles(Role.ScanAdmin, Role.Admin)),
  component: lazyRouteComponent(() => import("../features/tickets/entry-scan.tsx"), "EntryScan"),
});

const scanFeature = createRoute({
  getParentRoute: () => members,
  path: "/scanFeature",
  staticData: { name: "scanFeature", title: () => m.app_title_food_scan() },
  beforeLoad: guarded(allowsRoles(Role.ScanAdmin, Role.Admin)),
  component: lazyRouteComponent(() => import("../features/tickets/food-scan.tsx"), "FoodScan"),
});

const ticket = createRoute({
  getParentRoute: () => members,
  path: "/ticket",
  beforeLoad: guarded(allowsRoles(Role.User)),
  component: Outlet,
});

const ticketIndex = createRoute({
  getParentRoute: () => ticket,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/ticket/free", replace: true });
  },
});

const freeTickets = createRoute({
  getParentRoute: () => ticket,
  path: "/free",
  staticData: { name: "userTicket.free", title: () => m.app_nav_free_tickets() },
  component: lazyRouteComponent(() => import("../features/tickets/free-tickets.tsx"), "FreeTickets"),
});

const myTickets = createRoute({
  getParentRoute: () => ticket,
  path: "/my-tickets",
  staticData: { name: "userTicket.myTickets", title: () => m.app_nav_my_tickets() },
  component: lazyRouteComponent(() => import("../features/tickets/my-tickets.tsx"), "MyTickets"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  beforeLoad: guarded(requiresSession, allowsRoles(Role.Admin)),
  component: lazyRouteComponent(() => import("./dashboard-layout.tsx"), "DashboardLayout"),
});

const dashboardIndex = createRoute({
  getParentRoute: () => dashboard,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/tickets/free", replace: true });
  },
});

const dashboardTickets = createRoute({
  getParentRoute: () => dashboard,
  path: "/tickets",
  component: Outlet,
});

const dashboardTicketsIndex = createRoute({
  getParentRoute: () => dashboardTickets,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/tickets/free", replace: true });
  },
});

const dashboardFreeTickets = createRoute({
  getParentRoute: () => dashboardTickets,
  path: "/free",
  staticData: { name: "dashboard.tickets.free", title: () => m.app_nav_free_tickets() },
  component: lazyRouteComponent(() => import("../features/tickets/dashboard-tickets.tsx"), "DashboardTickets"),
});

/** The route table of spec §2, as far as its screens exist. */
export const router = createRouter({
  routeTree: root.addChildren([
    web.addChildren([
      login,
      register,
      members.addChildren([home, scanEnter, scanFeature, ticket.addChildren([ticketIndex, freeTickets, myTickets])]),
    ]),
    dashboard.addChildren([
      dashboardIndex,
      dashboardTickets.addChildren([dashboardTicketsIndex, dashboardFreeTickets]),
    ]),
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
});
