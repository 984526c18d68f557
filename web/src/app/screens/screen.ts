import { type Endpoint, Role } from "@saha/contract";
import type { TablerIcon } from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";

/** A row of a table of screens: a route's address and name (spec §2), and what fills it. */
export type Screen = {
  path: `/${string}`;
  name: string;
  /** Names the page in the document's title, and in the navigation unless `label` does. */
  title: () => string;
  component: RouteComponent;
  /** An address that only leads here. */
  redirectFrom?: `/${string}`;
  validateSearch?: (search: Record<string, unknown>) => object;
  /** Lists that are asked for while the code of the screen is on its way. */
  prefetch?: readonly Endpoint[];
  /** Whether the top bar shows the own score here (spec §2). */
  showsScore?: boolean;
};

/** How a screen stands in the navigation; neighbours with the same `group` stand under its name. */
export type NavigationEntry = {
  title: () => string;
  label?: () => string;
  /** Other names for some roles. */
  labels?: Partial<Record<Role, () => string>>;
  icon: TablerIcon;
  group?: () => string;
};

/** A screen of the members area, for the listed roles or for every one. */
export type MemberScreen = Screen & { roles?: readonly Role[] } & (
    | { drawer?: never }
    /** The roles whose drawer leads here. */
    | (NavigationEntry & { drawer: readonly Role[]; bar?: Bar })
  );

/**
 * How a screen stands among the few at a phone's foot: for whom, under which name, and which addresses belong to it.
 */
export type Bar = { roles: readonly Role[]; label?: () => string; within?: string };

/** The roles that have a dashboard (spec §6). */
export const rolesWithDashboard = [Role.Admin, Role.PasswordResetAdmin] as const;

/**
 * A screen of the dashboard; its sidebar leads to every one but those for whoever builds, which the account menu leads
 * to.
 */
export type DashboardScreen = Screen &
  NavigationEntry & {
    path: `/dashboard/${string}`;
    roles: readonly (typeof rolesWithDashboard)[number][];
    isAside?: true;
  };
