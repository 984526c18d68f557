import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { serve } from "../http.ts";

const { main } = api.themes;

export function themeRoutes(app: FastifyInstance, core: Core): void {
  serve(app, core, { main }, { main: () => mainTheme(core) });
}

/** The event's own theme; the schema seeds it, so it always exists (rules §6). */
function mainTheme({ database }: Core) {
  return database.query
    .selectFrom("themes")
    .select([
      "id",
      "boothId",
      "primaryColour as primary",
      "secondaryColour as secondary",
      "tertiaryColour as tertiary",
      "logo",
      "createdAt",
      "updatedAt",
    ])
    .where("boothId", "is", null)
    .executeTakeFirstOrThrow();
}
