import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { cacheAnswer } from "../http/cached-answer.ts";
import { serve } from "../http/serve.ts";
import { changeTheme } from "./change-theme.ts";
import { mainTheme } from "./theme-view.ts";

declare module "../database/notices.ts" {
  interface NoticeKinds {
    "theme.changed": unknown;
  }
}

export function themeRoutes(app: FastifyInstance, core: Core): void {
  const { database, pictures } = core;

  const cached = cacheAnswer(() => mainTheme(database.query));
  core.notices.on((notice) => notice.kind === "theme.changed" && cached.invalidate());

  serve(app, core, api.themes, {
    main: () => cached.get(),
    updateMain: async ({ body }) => {
      const { theme, oldLogo } = await database.transact(async (tx) => {
        const { oldLogo } = await changeTheme(tx, "main", body);
        tx.notify({ kind: "theme.changed" });
        return { theme: await mainTheme(tx), oldLogo };
      });
      await pictures.release([oldLogo]);
      return theme;
    },
  });
}
