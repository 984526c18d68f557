import { api, isStaff } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { changeTheme } from "../themes/change-theme.ts";
import { selectShownThemes, selectThemes, themesById } from "../themes/theme-view.ts";
import { tellBoothChanged } from "./booth-news.ts";
import { createBoothTheme } from "./create-booth-theme.ts";
import { removeBoothTheme } from "./remove-booth-theme.ts";

export function boothThemeRoutes(app: FastifyInstance, core: Core): void {
  const { database, pictures } = core;

  const openList = (select: typeof selectShownThemes) =>
    shareAnswer(() => select(database.query).where("boothId", "is not", null).orderBy("id").execute());
  const ofStaff = { list: openList(selectThemes), find: themesById(database.query) };
  const ofOthers = { list: openList(selectShownThemes), find: themesById(database.query, selectShownThemes) };
  const seenBy = (actor: Actor | undefined) => (actor && isStaff(actor.roleId) ? ofStaff : ofOthers);

  serve(app, core, api.boothThemes, {
    list: ({ actor }) => seenBy(actor).list(),
    get: async ({ actor, params }) => {
      const theme = await seenBy(actor).find(params.id);
      if (!theme) throw new Problem("theme.not_found");
      return theme;
    },
    create: async (tx, { body }) => {
      const id = await createBoothTheme(tx, body);
      tellBoothChanged(tx, body.boothId);
      return selectThemes(tx).where("id", "=", id).executeTakeFirstOrThrow();
    },
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
