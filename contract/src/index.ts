import { auth } from "./auth.ts";
import { themes } from "./themes.ts";
import { categories, purchases, scans, tickets } from "./tickets.ts";
import { profiles, users } from "./users.ts";

/** Every call of the API by domain word (spec §7). */
export const api = { auth, users, profiles, tickets, categories, purchases, scans, themes };

export * from "./auth.ts";
export * from "./endpoint.ts";
export * from "./events.ts";
export * from "./fields.ts";
export * from "./issue.ts";
export * from "./language.ts";
export * from "./problem.ts";
export * from "./role.ts";
export * from "./themes.ts";
export * from "./ticket-words.ts";
export * from "./tickets.ts";
export * from "./typed-text.ts";
export * from "./users.ts";
