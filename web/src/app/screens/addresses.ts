import { roles as everyRole } from "@saha/contract";
import { dashboardScreens } from "./dashboard-screens.ts";
import type { addresses as declared } from "./declared.d.ts";
import { guestScreens } from "./guest-screens.ts";
import { memberScreens } from "./member-screens.ts";
import { openScreens } from "./public-screens.ts";
import type { MemberScreen } from "./screen.ts";

/** Every address of the web with the roles that it is for, as the tables of screens say; for the walks of the tests. */
export const addresses: typeof declared = [
  ...openScreens.map(({ path }) => ({ path, roles: everyRole, linkedFor: [], isPublic: true as const })),
  ...guestScreens.map(({ path }) => ({ path, roles: [], linkedFor: [] })),
  ...memberScreens.map(({ path, roles = everyRole, drawer = [] }: MemberScreen) => ({
    path,
    roles,
    linkedFor: roles === everyRole ? everyRole : drawer,
  })),
  ...dashboardScreens.map(({ path, roles, ...screen }) => ({
    path,
    roles,
    linkedFor: "isAside" in screen ? [] : roles,
  })),
];
