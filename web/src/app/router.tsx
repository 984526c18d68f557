import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { isBlockedByOpen } from "../ui/back.ts";
import { announceArrivals } from "./arrival.ts";
import { guardsOf, guestsOnly } from "./guards.ts";
import { NotFound } from "./not-found.tsx";
import { Problem } from "./problem.tsx";
import type { dashboardRoutes } from "./screens/dashboard-routes.ts";
import { guestScreens } from "./screens/guest-screens.ts";
import { memberScreens } from "./screens/member-screens.ts";
import { openScreens, publicScreens } from "./screens/public-screens.ts";
import { dashboard, root, routesOf, web } from "./screens/routes.tsx";
import { Splash } from "./splash.tsx";

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

let isLoaded = false;

/**
 * Loads the routes of the dashboard with the first address under it, so that its table of screens is no part of what an
 * attendee loads; afterwards it stands for the addresses that are none.
 */
const beyond = createRoute({
  getParentRoute: () => dashboard,
  path: "/dashboard/$",
  beforeLoad: async ({ location }) => {
    if (isLoaded) return;
    const { dashboardRoutes } = await import("./screens/dashboard-routes.ts");
    isLoaded = true;
    dashboard.addChildren([...dashboardRoutes, beyond]);
    router.setRoutes(router.buildRouteTree());
    throw redirect({ href: location.href, replace: true });
  },
  component: NotFound,
});

/** The routes of spec §2, as far as their screens exist. */
export const router = createRouter({
  routeTree: root.addChildren([
    web.addChildren([
      ...routesOf(web, openScreens, () => []),
      ...routesOf(web, guestScreens, () => [guestsOnly]),
      ...routesOf(web, memberScreens, guardsOf),
    ]),
    ...routesOf(root, publicScreens, () => []),
    dashboard.addChildren([beyond]) as unknown as WithDashboardRoutes,
  ]),
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Problem,
  defaultPendingComponent: Splash,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

/** Links are checked against the routes that come later, too. */
type WithDashboardRoutes = ReturnType<typeof dashboard.addChildren<typeof dashboardRoutes>>;

// Loading another page asks nothing: what is open keeps nothing.
router.history.block({ blockerFn: isBlockedByOpen, enableBeforeUnload: false });
announceArrivals(router);
