import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";

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

/**
 * Reads the theme of a booth, the main one where it has none (interface: a booth's theme falls back to the main one).
 */
export async function themeOfBooth(query: Database["query"] | Tx, boothId: number) {
  const own = await selectThemes(query).where("boothId", "=", boothId).executeTakeFirst();
  return own ?? mainTheme(query);
}

/**
 * Opens the look-up of booths' themes, the main one where a booth has none. Strangers ask for it as well: all who ask
 * during one reading share the next, whichever booth they name, so that a flood of them takes one connection of the
 * pool.
 */
export function boothThemes(query: Database["query"]) {
  return batchLoad(
    async (boothIds: number[]) => {
      const [main, owned] = await Promise.all([
        mainTheme(query),
        selectThemes(query).where("boothId", "=", sql<number>`any(${boothIds})`).execute(),
      ]);
      const own = new Map(owned.map((theme) => [theme.boothId, theme]));
      return new Map(boothIds.map((id) => [id, own.get(id) ?? main]));
    },
    { oneAtATime: true },
  );
}

/** Selects the themes that those who are no staff see: none of a booth that is not active. */
export function selectShownThemes(query: Database["query"]) {
  const shown = query.selectFrom("booths").select("id").where("isActive", "=", true);
  return selectThemes(query).where((where) => where.or([where("boothId", "is", null), where("boothId", "in", shown)]));
}

/** Opens the look-up of themes by id, read as those of booths are. */
export function themesById(query: Database["query"], select: typeof selectShownThemes = selectThemes) {
  return batchLoad(
    async (ids: number[]) => {
      const themes = await select(query).where("id", "=", sql<number>`any(${ids})`).execute();
      return new Map(themes.map((theme) => [theme.id, theme]));
    },
    { oneAtATime: true },
  );
}
