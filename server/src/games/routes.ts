import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { tellBoothChanged } from "../booths/booth-news.ts";
import { selectGames, selectGamesFor } from "../booths/game-view.ts";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { cacheAnswer } from "../http/cached-answer.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { createGame } from "./create-game.ts";
import { removeGame } from "./remove-game.ts";
import { updateGame } from "./update-game.ts";

export function gameRoutes(app: FastifyInstance, core: Core): void {
  const { database, notices, pictures } = core;
  const forAttendees = cacheAnswer(() => selectGamesFor(database.query, Role.User).execute());
  const forStaff = shareAnswer(() => selectGames(database.query).execute());
  notices.on((notice) => {
    if (notice.kind === "news" && notice.event === "Booth:changed") forAttendees.invalidate();
  });

  serve(app, core, api.games, {
    list: ({ actor }) => (actor.roleId === Role.User ? forAttendees.get() : forStaff()),
    create: async (tx, { body }) => {
      const id = await createGame(tx, body);
      tellBoothChanged(tx, body.boothId);
      return findGame(tx, id);
    },
    update: async ({ params, body }) => {
      const { game, oldPictures } = await database.transact(async (tx) => {
        const { boothIds, oldPictures } = await updateGame(tx, params.id, body);
        for (const boothId of boothIds) tellBoothChanged(tx, boothId);
        return { game: await findGame(tx, params.id), oldPictures };
      });
      await pictures.release(oldPictures);
      return game;
    },
    remove: async ({ params }) => {
      const { image, logo } = await database.transact(async (tx) => {
        const gone = await removeGame(tx, params.id);
        tellBoothChanged(tx, gone.boothId);
        return gone;
      });
      await pictures.release([image, logo]);
      return { id: params.id };
    },
  });
}

function findGame(tx: Tx, id: number) {
  return selectGames(tx).where("games.id", "=", id).executeTakeFirstOrThrow();
}
