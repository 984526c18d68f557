import type { Database, Tx } from "../database/database.ts";

const columns = [
  "id",
  "boothId",
  "primaryColour as primary",
  "secondaryColour as secondary",
  "tertiaryColour as tertiary",
  "logo",
  "createdAt",
  "updatedAt",
] as const;

/** Selects themes as they leave the server. */
export function selectThemes(query: Database["query"] | Tx) {
  return query.selectFrom("themes").select(columns);
}

/** Reads the event's own theme; the schema seeds it, so it always exists (rules §6). */
export function mainTheme(query: Database["query"] | Tx) {
  return selectThemes(query).where("boothId", "is", null).executeTakeFirstOrThrow();
}

/** Reads the theme of a booth, the main one where it has none (interface: a booth's theme falls back to the main one). */
export async function themeOfBooth(query: Database["query"] | Tx, boothId: number) {
  const own = await selectThemes(query).where("boothId", "=", boothId).executeTakeFirst();
  return own ?? mainTheme(query);
}
