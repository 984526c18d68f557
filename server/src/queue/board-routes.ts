import { api, type Board, queuelessPlatforms } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { type AnswerCache, type CachedAnswer, cacheAnswer } from "../http/cached-answer.ts";
import { serve } from "../http/serve.ts";
import { themeOfBooth } from "../themes/theme-view.ts";
import { boardFinder } from "./live/find-board.ts";
import type {} from "./view/known-lines.ts";

const maxBoards = 500;

export function boardRoutes(app: FastifyInstance, core: Core): void {
  const { database, notices } = core;
  const boards = new Map<number, AnswerCache<Board | undefined>>();
  notices.on((notice) => {
    if (notice.kind === "queue.moved") boards.get(notice.boothId)?.invalidateThrottled();
    if (notice.kind === "news" && notice.event === "Booth:changed") boards.clear();
    if (notice.kind === "theme.changed") boards.clear();
  });

  const isThere = boardFinder(database.query);

  serve(app, core, api.boards, {
    get: async ({ params: { boothId } }) => {
      // Strangers ask for whatever id they like: of unknown ones nothing is kept, and all who ask share a reading.
      if (!boards.has(boothId) && !(await isThere(boothId))) throw new Problem("booth.not_found");
      const cached = boards.get(boothId) ?? cacheAnswer(() => readBoard(core, boothId));
      if (boards.size >= maxBoards) boards.clear();
      boards.set(boothId, cached);
      const answer = await cached.get();
      if (answer.data === undefined) throw new Problem("booth.not_found");
      return answer as CachedAnswer<Board>;
    },
  });
}

/**
 * Reads the public board of an active booth: games with a line that are active, or that somebody still stands in line
 * for.
 */
async function readBoard({ database: { query }, knownLines }: Core, boothId: number): Promise<Board | undefined> {
  const booth = await query
    .selectFrom("booths")
    .select(["id", "name", "image"])
    .where("id", "=", boothId)
    .where("isActive", "=", true)
    .executeTakeFirst();
  if (!booth) return undefined;
  const [theme, games] = await Promise.all([
    themeOfBooth(query, boothId),
    query
      .selectFrom("games")
      .select("games.id")
      .where("boothId", "=", boothId)
      .where("platformId", "not in", [...queuelessPlatforms])
      .where((where) =>
        where.or([
          where("isActive", "=", true),
          where.exists(
            where
              .selectFrom("queueEntries")
              .select("queueEntries.id")
              .whereRef("gameId", "=", "games.id")
              .where("isFinished", "=", false),
          ),
        ]),
      )
      .orderBy("games.id")
      .execute(),
  ]);
  const lines = await knownLines.lines(games.map(({ id }) => id));
  return { booth, theme, games: lines.map(({ game }) => game) };
}
