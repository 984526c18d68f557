import { Role } from "@saha/contract";
import {
  IconBrush,
  IconBuildingStore,
  IconClipboardList,
  IconComponents,
  IconDeviceGamepad2,
  IconFileSearch,
  IconGift,
  IconHistory,
  IconMail,
  IconPalette,
  IconScan,
  IconStack2,
  IconTags,
  IconTicket,
  IconUserCheck,
  IconUsers,
} from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { lazyScreen } from "./lazy-screen.tsx";
import type { DashboardScreen } from "./screen.ts";

/**
 * The screens of the dashboard (spec §2), in the order of its sidebar: for administrators alone, but the users list.
 */
export const dashboardScreens = [
  {
    path: "/dashboard/users",
    name: "dashboard.users",
    validateSearch: ofDay,
    title: m.users_title,
    icon: IconUsers,
    roles: [Role.Admin, Role.PasswordResetAdmin],
    redirectFrom: "/dashboard",
    component: lazyScreen(() => import("../../features/users/dashboard-users.tsx"), "DashboardUsers"),
  },
  {
    path: "/dashboard/games",
    name: "dashboard.games",
    title: m.games_title,
    icon: IconDeviceGamepad2,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/games/dashboard-games.tsx"), "DashboardGames"),
  },
  {
    path: "/dashboard/platforms",
    name: "dashboard.platforms",
    title: m.platforms_title,
    icon: IconStack2,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/games/dashboard-platforms.tsx"), "DashboardPlatforms"),
  },
  {
    path: "/dashboard/logs",
    name: "dashboard.logs",
    validateSearch: found,
    title: m.logs_title,
    icon: IconHistory,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/scores/dashboard-logs.tsx"), "DashboardLogs"),
  },
  {
    path: "/dashboard/scores",
    name: "dashboard.scores",
    title: m.themes_title,
    icon: IconPalette,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/themes/main-theme.tsx"), "MainTheme"),
  },
  {
    path: "/dashboard/booths",
    name: "dashboard.booths",
    validateSearch: found,
    title: m.booths_title,
    icon: IconBuildingStore,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/booths/dashboard-booths.tsx"), "DashboardBooths"),
  },
  {
    path: "/dashboard/themes",
    name: "dashboard.themes",
    title: m.boothThemes_title,
    icon: IconBrush,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/themes/dashboard-themes.tsx"), "DashboardThemes"),
  },
  {
    path: "/dashboard/polls",
    name: "dashboard.polls",
    title: m.polls_title,
    icon: IconGift,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/polls/dashboard-polls.tsx"), "DashboardPolls"),
  },
  {
    path: "/dashboard/tickets/free",
    name: "dashboard.tickets.free",
    validateSearch: found,
    title: m.app_nav_free_tickets,
    icon: IconTicket,
    roles: [Role.Admin],
    redirectFrom: "/dashboard/tickets",
    component: lazyScreen(() => import("../../features/tickets/dashboard-free-tickets.tsx"), "DashboardFreeTickets"),
  },
  {
    path: "/dashboard/tickets/invitations",
    name: "dashboard.tickets.invitations",
    title: m.invitations_title,
    icon: IconMail,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/invitations/dashboard-invitations.tsx"), "DashboardInvitations"),
  },
  {
    path: "/dashboard/tickets/categories",
    name: "dashboard.tickets.categories",
    title: m.tickets_table_categories,
    icon: IconTags,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/tickets/dashboard-categories.tsx"), "DashboardCategories"),
  },
  {
    path: "/dashboard/tickets/purchased",
    name: "dashboard.tickets.purchased",
    title: m.purchased_title,
    icon: IconUserCheck,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/tickets/dashboard-purchased.tsx"), "DashboardPurchased"),
  },
  {
    path: "/dashboard/survey",
    name: "dashboard.survey",
    title: m.survey_title,
    icon: IconClipboardList,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/survey/dashboard-survey.tsx"), "DashboardSurvey"),
  },
  {
    path: "/dashboard/scans",
    name: "dashboard.scans",
    validateSearch: scans,
    title: m.scanlog_title,
    icon: IconScan,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/scans/dashboard-scans.tsx"), "DashboardScans"),
  },
  {
    path: "/dashboard/audit",
    name: "dashboard.audit",
    validateSearch: audited,
    title: m.audit_title,
    icon: IconFileSearch,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/audit/dashboard-audit.tsx"), "DashboardAudit"),
  },
  {
    path: "/dashboard/look",
    name: "dashboard.look",
    title: m.look_title,
    icon: IconComponents,
    isAside: true,
    roles: [Role.Admin],
    component: lazyScreen(() => import("../../features/look/look.tsx"), "Look"),
  },
] as const satisfies readonly DashboardScreen[];

const word = (value: unknown) => (typeof value === "number" ? String(value) : value);
const day = /^\d{4}-\d\d-\d\d$/;

/** What a table's search holds when it opens; the router takes a name of digits alone for a number. */
function found({ find }: Record<string, unknown>): { find?: string } {
  const text = word(find);
  return typeof text === "string" && text !== "" && text.length <= 200 ? { find: text } : {};
}

/** The event's day whose rows alone are shown. */
function ofDay({ day: asked }: Record<string, unknown>): { day?: string } {
  return typeof asked === "string" && day.test(asked) ? { day: asked } : {};
}

/** Which scans are shown: of a day, those let in or served, or those refused, all or for one reason. */
function scans(search: Record<string, unknown>): { day?: string; show?: string } {
  const { show } = search;
  return { ...ofDay(search), ...(typeof show === "string" && /^[a-z._]{1,60}$/.test(show) ? { show } : {}) };
}

/** Whose changes of what are shown, from which day to which. */
function audited(search: Record<string, unknown>): { person?: number; subject?: string; from?: string; to?: string } {
  const { person, subject, from, to } = search;
  return {
    ...(Number.isInteger(person) && Number(person) > 0 ? { person: Number(person) } : {}),
    ...(typeof subject === "string" && /^[a-z_]{1,40}$/.test(subject) ? { subject } : {}),
    ...(typeof from === "string" && day.test(from) ? { from } : {}),
    ...(typeof to === "string" && day.test(to) ? { to } : {}),
  };
}
