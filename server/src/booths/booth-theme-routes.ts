import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { changeTheme } from "../themes/change-theme.ts";
import { selectThemes, themesById } from "../themes/theme-view.ts";
import { tellBoothChanged } from "./booth-news.ts";
import { createBoothTheme } from "./create-booth-theme.ts";
import { removeBoothTheme } from "./remove-booth-theme.ts";

export function boothThemeRoutes(app: FastifyInstance, core: Core): void {
  const { database, pictures } = core;

  const find = themesById(database.query);

  serve(app, core, api.boothThemes, {
    list: shareAnswer(() => selectThemes(database.query).where("boothId", "is not", null).orderBy("id").execute()),
    get: async ({ params }) => {
      const theme = await find(params.id);
      if (!theme) throw new Problem("theme.not_found");
      return theme;
    },
    create: ({ body }) =>
      database.transact(async (tx) => {
        const id = await createBoothTheme(tx, body);
        tellBoothChanged(tx, body.boothId);
        return selectThemes(tx).where("id", "=", id).executeTakeFirstOrThrow();
      }),
    update: async ({ params, body }) => {
      const { theme, oldLogo } = await database.transact(async (tx) => {
        const { id, boothId, oldLogo } = await changeTheme(tx, params.id, body);
        tellBoothChanged(tx, boothId);
        return { theme: await selectThemes(tx).where("id", "=", id).executeTakeFirstOrThrow(), oldLogo };
      });
      await pictures.release([oldLogo]);
      return theme;
    },
    remove: async ({ params }) => {
      const { logo } = await database.transact(async (tx) => {
        const gone = await removeBoothTheme(tx, params.id);
        tellBoothChanged(tx, gone.boothId);
        return gone;
      });
      await pictures.release([logo]);
      return { id: params.id };
    },
  });
}
