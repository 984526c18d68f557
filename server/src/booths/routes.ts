import { api, type Booth, type BoothGame, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import type { Notice } from "../database/notices.ts";
import { Problem } from "../errors/problem.ts";
import { type AnswerCache, type CachedAnswer, cacheAnswer } from "../http/cached-answer.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer, shareAnswers } from "../http/shared-answer.ts";
import { boothThemes } from "../themes/theme-view.ts";
import { assignBoothAdmin, selectBoothAdmins } from "./assign-booth-admin.ts";
import { tellBoothChanged } from "./booth-news.ts";
import {
  boothFinder,
  findBooth,
  readBooth,
  readBooths,
  readGamesOfBooth,
  type Source,
  sourceIn,
} from "./booth-view.ts";
import { removeBooth } from "./remove-booth.ts";
import { updateBooth } from "./update-booth.ts";

export function boothRoutes(app: FastifyInstance, core: Core): void {
  const { database, notices, pictures } = core;
  const { query } = database;
  const source: Source = { query, busy: core.knownLines.busy };
  const find = boothFinder(query);
  const forAttendees = cacheForAttendees(source, find);
  // All of them see the same.
  const forStaff = {
    booths: shareAnswer(() => readBooths(source, Role.Admin)),
    booth: shareAnswers((id: number) => readBooth(source, id, Role.Admin)),
    games: shareAnswers(async (id: number) => (await readGamesOfBooth(source, id, Role.Admin)) ?? notFound()),
  };
  notices.on(forAttendees.hear);
  const themeOf = boothThemes(query);

  serve(app, core, api.booths, {
    list: ({ actor }) => (actor.roleId === Role.User ? forAttendees.booths() : forStaff.booths()),
    get: ({ actor, params }) => (actor.roleId === Role.User ? forAttendees : forStaff).booth(params.id),
    games: ({ actor, params }) => (actor.roleId === Role.User ? forAttendees : forStaff).games(params.id),
    theme: async ({ actor, params }) => {
      const booth = await find(params.id);
      const isSeen = booth && (booth.isActive || (actor && actor.roleId !== Role.User));
      return (isSeen && (await themeOf(booth.id))) || notFound();
    },
    create: async (tx, { body }) => {
      const { id } = await tx
        .insertInto("booths")
        .values({ ...body, image: body.image ?? null })
        .returning("id")
        .executeTakeFirstOrThrow();
      tellBoothChanged(tx, id);
      return readBooth(sourceIn(tx), id, Role.Admin);
    },
    update: async ({ params, body }) => {
      const { booth, oldImage } = await database.transact(async (tx) => {
        const oldImage = await updateBooth(tx, params.id, body);
        tellBoothChanged(tx, params.id);
        return { booth: await readBooth(sourceIn(tx), params.id, Role.Admin), oldImage };
      });
      await pictures.release([oldImage]);
      return booth;
    },
    remove: async ({ params }) => {
      const shown = await database.transact(async (tx) => {
        const shown = await removeBooth(tx, params.id);
        tellBoothChanged(tx, params.id);
        return shown;
      });
      await pictures.release(shown);
      return { id: params.id };
    },
    admins: () => selectBoothAdmins(query).execute(),
    assignAdmin: ({ body }) => database.transact((tx) => assignBoothAdmin(tx, body)),
  });
}

const maxBooths = 500;

/**
 * What all attendees read alike, at most a second old: a crowd in one line looks at the same booth (performance:
 * reads).
 */
function cacheForAttendees(source: Source, find: ReturnType<typeof boothFinder>) {
  const booths = cacheAnswer(() => readBooths(source, Role.User));
  const booth = cacheByBooth(find, (id): Promise<Booth | undefined> => findBooth(source, id, Role.User));
  const games = cacheByBooth(find, (id): Promise<BoothGame[] | undefined> => readGamesOfBooth(source, id, Role.User));

  return {
    booths: () => booths.get(),
    booth: booth.get,
    games: games.get,
    hear(notice: Notice): void {
      if (notice.kind !== "news") return;
      if (notice.event === "Booth:changed") {
        for (const each of [booths, booth, games]) each.invalidate();
      } else if (notice.event === "Queue:line") {
        booths.invalidateThrottled();
        for (const each of [booth, games]) each.invalidateThrottled(notice.ids.boothId);
      }
    },
  };
}

/**
 * Caches what is read of each booth. Of one that attendees don't see nothing is kept or read: 290 accounts that asked
 * for booths that are not there had a reading each, past all turns, and everybody waited for 2.6 s (0150).
 */
function cacheByBooth<T extends object>(
  find: ReturnType<typeof boothFinder>,
  read: (boothId: number) => Promise<T | undefined>,
) {
  const cached = new Map<number, AnswerCache<T | undefined>>();
  return {
    async get(boothId: number): Promise<CachedAnswer<T>> {
      if (!cached.has(boothId) && !(await find(boothId))?.isActive) notFound();
      const cache = cached.get(boothId) ?? cacheAnswer(() => read(boothId));
      if (cached.size >= maxBooths) cached.clear();
      cached.set(boothId, cache);
      const answer = await cache.get();
      return answer.data === undefined ? notFound() : (answer as CachedAnswer<T>);
    },
    invalidate: () => cached.clear(),
    invalidateThrottled: (boothId: number) => cached.get(boothId)?.invalidateThrottled(),
  };
}

function notFound(): never {
  throw new Problem("booth.not_found");
}
