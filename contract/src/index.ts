import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { boards, booths } from "./booths.ts";
import { figures } from "./figures.ts";
import { games, platforms } from "./games.ts";
import { invitations, maxRedeem } from "./invitations.ts";
import { polls } from "./polls.ts";
import { queue } from "./queue.ts";
import { scores } from "./scores.ts";
import { surveys } from "./surveys.ts";
import { boothThemes, themes } from "./themes.ts";
import { categories, purchases, scans, tickets } from "./tickets.ts";
import { profiles, users } from "./users.ts";
import { warnings } from "./warnings.ts";

/** Every call of the API by domain word (spec §7). */
export const api = {
  auth,
  users,
  profiles,
  tickets,
  categories,
  purchases,
  scans,
  themes,
  boothThemes,
  booths,
  boards,
  games,
  platforms,
  queue,
  scores,
  invitations,
  maxRedeem,
  polls,
  surveys,
  warnings,
  figures,
  audit,
};

export * from "./audit.ts";
export * from "./auth.ts";
export * from "./booths.ts";
export * from "./endpoint.ts";
export * from "./events.ts";
export * from "./fields.ts";
export * from "./figures.ts";
export * from "./games.ts";
export * from "./invitations.ts";
export * from "./issue.ts";
export * from "./language.ts";
export * from "./polls.ts";
export * from "./problem.ts";
export * from "./queue.ts";
export * from "./queue-words.ts";
export * from "./role.ts";
export * from "./scores.ts";
export * from "./surveys.ts";
export * from "./themes.ts";
export * from "./ticket-words.ts";
export * from "./tickets.ts";
export * from "./typed-text.ts";
export * from "./users.ts";
export * from "./warnings.ts";
