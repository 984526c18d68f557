import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  Outlet,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import { queryOf } from "../../api.ts";
import { authenticate, currentUser } from "../../session.ts";
import { untilHere } from "../../ui/until-here.ts";
import { allowsRoles, firstDetour, type Guard, requiresSession } from "../guards.ts";
import { localized } from "../localized.tsx";
import { NotFound } from "../not-found.tsx";
import { Problem } from "../problem.tsx";
import { queryClient } from "../queries.ts";
import { wayBack } from "../way-back.ts";
import { WebLayout } from "../web-layout.tsx";
import { lazyScreen } from "./lazy-screen.tsx";
import { rolesWithDashboard, type Screen } from "./screen.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    name?: string;
    title?: () => string;
    showsScore?: boolean;
  }
}

export const root = createRootRoute({
  beforeLoad: async ({ location }) => {
    // In the tab's history the code of an invitation's link would be there for whoever comes next.
    const code =
      /^\/ticket\/invitation\/?$/i.test(location.pathname) && new URLSearchParams(location.searchStr).get("code");
    if (code) {
      sessionStorage.setItem("invited", code);
      void untilHere(() => import("../opened-invitation.ts")).then(({ noteOpened }) => noteOpened(code));
      throw redirect({ href: "/ticket/invitation", replace: true });
    }
    await authenticate();
  },
  component: Outlet,
  errorComponent: Problem,
  notFoundComponent: () => (
    <WebLayout>
      <NotFound />
    </WebLayout>
  ),
});

export const web = createRoute({ getParentRoute: () => root, id: "web", component: WebLayout });

export const dashboard = createRoute({
  getParentRoute: () => root,
  id: "dashboard",
  beforeLoad: guarded(requiresSession, allowsRoles(...rolesWithDashboard)),
  component: localized(lazyScreen(() => import("../dashboard-layout.tsx"), "DashboardLayout")),
});

/** Makes the route of a screen, typed by its path and its search. */
export function screenRoute<Parent extends AnyRoute, Path extends string, Search extends object>(
  parent: Parent,
  screen: Screen,
  ...guards: Guard[]
) {
  const { name, title, validateSearch, prefetch = [], showsScore = false, component } = screen;
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path as Path,
    staticData: { name, title, showsScore },
    validateSearch: validateSearch && (onlyValid(validateSearch) as (search: Record<string, unknown>) => Search),
    beforeLoad: guarded(...guards),
    // Nothing waits for the answers: the screen itself says how it goes.
    loader: () => {
      for (const endpoint of prefetch) void queryClient.prefetchQuery(queryOf(endpoint));
    },
    component: localized(component),
  });
}

/** Leaves nothing in a search but what a screen takes: the router keeps beside it what stands in the address. */
function onlyValid(validate: NonNullable<Screen["validateSearch"]>) {
  return (search: Record<string, unknown>) => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...validate(search),
  });
}

/** Makes the route of an address that only leads to a screen. */
export function redirectRoute<Parent extends AnyRoute, Path extends string>(parent: Parent, from: string, to: string) {
  return createRoute({
    getParentRoute: () => parent,
    // With a slash it is an index, which goes before the dashboard's route for every other address.
    path: `${from}/` as `${Path}/`,
    beforeLoad: () => {
      throw redirect({ href: to, replace: true });
    },
  });
}

type SearchOf<S> = S extends { validateSearch: (search: never) => infer Search extends object } ? Search : object;
/** The routes of a table of screens: one for each screen, and one for each address that leads to it. */
export type RoutesOf<Parent extends AnyRoute, S extends Screen> = (
  | (S extends Screen ? ReturnType<typeof screenRoute<Parent, S["path"], SearchOf<S>>> : never)
  | (S extends { redirectFrom: infer From extends string } ? ReturnType<typeof redirectRoute<Parent, From>> : never)
)[];

/** Makes the routes of a table of screens. */
export function routesOf<Parent extends AnyRoute, const S extends Screen>(
  parent: Parent,
  screens: readonly S[],
  guardsOf: (screen: S) => Guard[],
): RoutesOf<Parent, S> {
  return screens.flatMap((screen) => [
    screenRoute(parent, screen, ...guardsOf(screen)),
    ...(screen.redirectFrom ? [redirectRoute(parent, screen.redirectFrom, screen.path)] : []),
  ]) as unknown as RoutesOf<Parent, S>;
}

/**
 * Runs guards before a route is entered; login remembers where the visitor was going and leads back there (spec §2).
 */
export function guarded(...guards: Guard[]) {
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
