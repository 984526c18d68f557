import { booths } from "./booths.ts";
import { dashboardBooths } from "./dashboard-booths.ts";
import { dashboardTickets } from "./dashboard-tickets.ts";
import { evening } from "./evening.ts";
import { homes } from "./home.ts";
import { invitations } from "./invitations.ts";
import { organiser } from "./organiser.ts";
import { profiles } from "./profile.ts";
import { queues } from "./queue.ts";
import { scans } from "./scans.ts";
import type { Entry, Screen } from "./screen.ts";
import { themes } from "./themes.ts";
import { tickets } from "./tickets.ts";
import { users } from "./users.ts";
import { visitors } from "./visitors.ts";

const entries: Entry[] = [
  ...visitors,
  ...homes,
  ...profiles,
  ...tickets,
  ...booths,
  ...scans,
  ...queues,
  ...users,
  ...dashboardBooths,
  ...dashboardTickets,
  ...invitations,
  ...evening,
  ...themes,
  ...organiser,
];

/** Every screen for every role that has it: full, empty, waiting, broken and with names of any length. */
export const screens: Screen[] = entries.map((entry) => ({ seed: "demo", ...entry }));
