import { Role } from "@saha/contract";
import {
  IconComponents,
  IconHome,
  IconPalette,
  IconQrcode,
  IconScan,
  IconTags,
  IconTicket,
  IconToolsKitchen2,
  IconUserCircle,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import { m } from "../text/compiled/messages.js";

export type Entry = {
  to: "/" | "/scanEnter" | "/scanFeature" | "/ticket/free" | "/ticket/my-tickets" | "/profile";
  label: () => string;
  icon: TablerIcon;
};
export type Group = { label?: () => string; entries: Entry[] };

const home: Entry = { to: "/", label: m.app_nav_home, icon: IconHome };

/** The drawer of each role, in the order of spec §2; a role without entries has no drawer. */
const drawers: Partial<Record<Role, Group[]>> = {
  [Role.User]: [
    { entries: [home] },
    {
      label: m.app_nav_tickets,
      entries: [
        { to: "/ticket/free", label: m.app_nav_free_tickets, icon: IconTicket },
        { to: "/ticket/my-tickets", label: m.app_nav_my_tickets, icon: IconQrcode },
      ],
    },
    { entries: [{ to: "/profile", label: m.profile_title, icon: IconUserCircle }] },
  ],
  [Role.ScanAdmin]: [
    {
      entries: [
        home,
        { to: "/scanEnter", label: m.app_nav_entry_scan, icon: IconScan },
        { to: "/scanFeature", label: m.app_nav_food_scan, icon: IconToolsKitchen2 },
      ],
    },
  ],
};

export function drawerOf(role: Role): Group[] {
  return drawers[role] ?? [];
}

export type Section = {
  to:
    | "/dashboard/users"
    | "/dashboard/scores"
    | "/dashboard/tickets/free"
    | "/dashboard/tickets/categories"
    | "/dashboard/look";
  label: () => string;
  icon: TablerIcon;
  roles: Role[];
};

/** The dashboard's sidebar; every entry is for administrators only, but the users list (spec §2). */
export const sections: Section[] = [
  { to: "/dashboard/users", label: m.users_title, icon: IconUsers, roles: [Role.Admin, Role.PasswordResetAdmin] },
  { to: "/dashboard/scores", label: m.themes_title, icon: IconPalette, roles: [Role.Admin] },
  { to: "/dashboard/tickets/free", label: m.app_nav_free_tickets, icon: IconTicket, roles: [Role.Admin] },
  { to: "/dashboard/tickets/categories", label: m.tickets_table_categories, icon: IconTags, roles: [Role.Admin] },
];

/** The sections that a role may open. */
export function sectionsOf(role: Role): Section[] {
  return sections.filter(({ roles }) => roles.includes(role));
}

const kit: Section = { to: "/dashboard/look", label: m.look_title, icon: IconComponents, roles: [Role.Admin] };

/** The dashboard's sidebar as a role sees it: its sections, and at the end what designers look things up in. */
export function sidebarOf(role: Role): { label?: () => string; entries: Section[] }[] {
  const groups = [{ entries: sectionsOf(role) }, { label: m.look_group, entries: [kit] }];
  return groups.filter(({ entries }) => entries.some(({ roles }) => roles.includes(role)));
}
