import { api, type Endpoint, Role } from "@saha/contract";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import { queryOf } from "../api.ts";
import { authenticate, currentUser } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { announceArrivals } from "./arrival.ts";
import { allowsRoles, firstDetour, type Guard, guestsOnly, requiresSession } from "./guards.ts";
import { NotFound } from "./not-found.tsx";
import { Problem } from "./problem.tsx";
import { queryClient } from "./queries.ts";
import { Splash } from "./splash.tsx";
import { wayBack } from "./way-back.ts";
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

/** Runs guards before a route is entered; login remembers where the visitor was going and leads back there (spec §2). */
function guarded(...guards: Guard[]) {
  return ({ location }: { location: ParsedLocation }) => {
    const detour = firstDetour(guards, currentUser());
    if (!detour) return;
    if (detour === "/login") {
      throw redirect({ to: "/login", search: location.pathname === "/" ? {} : { from: location.href }, replace: true });
    }
    const { from } = wayBack(location.search as Record<string, unknown>);
    throw from ? redirect({ href: from, replace: true }) : redirect({ to: "/", replace: true });
  };
}

/** Asks for what a screen shows while its code is on the way; nothing waits for it, the screen says itself how it goes. */
function asksFor(...endpoints: Endpoint[]) {
  return () => {
    for (const endpoint of endpoints) void queryClient.prefetchQuery(queryOf(endpoint));
  };
}

/** The address that a code was mailed to, and the way back. */
function mailedTo(search: Record<string, unknown>): { email?: string; from?: string } {
  const { email } = search;
  return { ...(typeof email === "string" && email.length <= 254 ? { email } : {}), ...wayBack(search) };
}

const root = createRootRoute({
  beforeLoad: authenticate,
  component: Outlet,
  errorComponent: Problem,
  notFoundComponent: () => (
    <WebLayout>
      <NotFound />
    </WebLayout>
  ),
});

const web = createRoute({ getParentRoute: () => root, id: "web", component: WebLayout });

const login = createRoute({
  getParentRoute: () => web,
  path: "/login",
  staticData: { name: "login", title: () => m.auth_login_title() },
  validateSearch: wayBack,
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/login.tsx"), "Login"),
});

const register = createRoute({
  getParentRoute: () => web,
  path: "/register",
  staticData: { name: "register", title: () => m.auth_register_title() },
  validateSearch: wayBack,
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/register.tsx"), "Register"),
});

const verify = createRoute({
  getParentRoute: () => web,
  path: "/verify",
  staticData: { name: "verify", title: () => m.verify_title() },
  validateSearch: mailedTo,
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/verify.tsx"), "Verify"),
});

const forgotPassword = createRoute({
  getParentRoute: () => web,
  path: "/forgot-password",
  staticData: { name: "forgot-password", title: () => m.password_forgot_title() },
  validateSearch: mailedTo,
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/forgot-password.tsx"), "ForgotPassword"),
});

const forgotPasswordVerify = createRoute({
  getParentRoute: () => web,
  path: "/forgot-password-verify",
  staticData: { name: "forgot-password-verify", title: () => m.password_reset_title() },
  validateSearch: mailedTo,
  beforeLoad: guarded(guestsOnly),
  component: lazyRouteComponent(() => import("../features/auth/forgot-password-verify.tsx"), "ForgotPasswordVerify"),
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

const profile = createRoute({
  getParentRoute: () => members,
  path: "/profile",
  staticData: { name: "profile", title: () => m.profile_title() },
  component: lazyRouteComponent(() => import("./profile-screen.tsx"), "ProfileScreen"),
});

const scanEnter = createRoute({
  getParentRoute: () => members,
  path: "/scanEnter",
  staticData: { name: "scanEnter", title: () => m.app_nav_entry_scan() },
  beforeLoad: guarded(allowsRoles(Role.ScanAdmin, Role.Admin)),
  component: lazyRouteComponent(() => import("../features/scans/scan-screen.tsx"), "EntryScan"),
});

const scanFeature = createRoute({
  getParentRoute: () => members,
  path: "/scanFeature",
  staticData: { name: "scanFeature", title: () => m.app_title_food_scan() },
  beforeLoad: guarded(allowsRoles(Role.ScanAdmin, Role.Admin)),
  component: lazyRouteComponent(() => import("../features/scans/scan-screen.tsx"), "FoodScan"),
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
  loader: asksFor(api.tickets.list, api.purchases.mine),
  component: lazyRouteComponent(() => import("../features/tickets/free-tickets.tsx"), "FreeTickets"),
});

const myTickets = createRoute({
  getParentRoute: () => ticket,
  path: "/my-tickets",
  staticData: { name: "userTicket.myTickets", title: () => m.app_nav_my_tickets() },
  validateSearch: (search: Record<string, unknown>): { open?: number } =>
    Number.isInteger(search.open) ? { open: Number(search.open) } : {},
  loader: asksFor(api.purchases.mine),
  component: lazyRouteComponent(() => import("../features/tickets/my-tickets.tsx"), "MyTickets"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  beforeLoad: guarded(requiresSession, allowsRoles(Role.Admin, Role.PasswordResetAdmin)),
  component: lazyRouteComponent(() => import("./dashboard-layout.tsx"), "DashboardLayout"),
});

const dashboardIndex = createRoute({
  getParentRoute: () => dashboard,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/users", replace: true });
  },
});

const dashboardUsers = createRoute({
  getParentRoute: () => dashboard,
  path: "/users",
  staticData: { name: "dashboard.users", title: () => m.users_title() },
  component: lazyRouteComponent(() => import("../features/users/dashboard-users.tsx"), "DashboardUsers"),
});

const mainTheme = createRoute({
  getParentRoute: () => dashboard,
  path: "/scores",
  staticData: { name: "dashboard.scores", title: () => m.themes_title() },
  beforeLoad: guarded(allowsRoles(Role.Admin)),
  component: lazyRouteComponent(() => import("../features/themes/main-theme.tsx"), "MainTheme"),
});

const dashboardTickets = createRoute({
  getParentRoute: () => dashboard,
  path: "/tickets",
  beforeLoad: guarded(allowsRoles(Role.Admin)),
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
  component: lazyRouteComponent(() => import("../features/tickets/dashboard-free-tickets.tsx"), "DashboardFreeTickets"),
});

const dashboardCategories = createRoute({
  getParentRoute: () => dashboardTickets,
  path: "/categories",
  staticData: { name: "dashboard.tickets.categories", title: () => m.tickets_table_categories() },
  component: lazyRouteComponent(() => import("../features/tickets/dashboard-categories.tsx"), "DashboardCategories"),
});

const look = createRoute({
  getParentRoute: () => dashboard,
  path: "/look",
  staticData: { name: "dashboard.look", title: () => m.look_title() },
  beforeLoad: guarded(allowsRoles(Role.Admin)),
  component: lazyRouteComponent(() => import("./look-screen.tsx"), "LookScreen"),
});

/** The route table of spec §2, as far as its screens exist. */
export const router = createRouter({
  routeTree: root.addChildren([
    web.addChildren([
      login,
      register,
      verify,
      forgotPassword,
      forgotPasswordVerify,
      members.addChildren([
        home,
        profile,
        scanEnter,
        scanFeature,
        ticket.addChildren([ticketIndex, freeTickets, myTickets]),
      ]),
    ]),
    dashboard.addChildren([
      dashboardIndex,
      dashboardUsers,
      mainTheme,
      dashboardTickets.addChildren([dashboardTicketsIndex, dashboardFreeTickets, dashboardCategories]),
      look,
    ]),
  ]),
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Problem,
  defaultPendingComponent: Splash,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

announceArrivals(router);
