import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import type { Database, Tx } from "../database.ts";
import { serve } from "../http.ts";
import { share } from "../shared-answer.ts";
import { changeMainTheme } from "./change-theme.ts";

export function themeRoutes(app: FastifyInstance, core: Core): void {
  const { database, pictures } = core;

  const shared = share(() => mainTheme(database.query));
  core.notices.on((notice) => notice.kind === "theme.changed" && shared.drop());

  serve(app, core, api.themes, {
    main: () => shared.get(),
    updateMain: async ({ body }) => {
      const { theme, oldLogo } = await database.transact(async (tx) => {
        const oldLogo = await changeMainTheme(tx, body);
        tx.notify({ kind: "theme.changed" });
        return { theme: await mainTheme(tx), oldLogo };
      });
      await pictures.release([oldLogo]);
      return theme;
    },
  });
}

/** The event's own theme; the schema seeds it, so it always exists (rules §6). */
function mainTheme(query: Database["query"] | Tx) {
  return query
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
