import { api, Role, type ScoreChange } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { letThrough } from "../auth/let-through.ts";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { cacheAnswer } from "../http/cached-answer.ts";
import type { Actor } from "../http/client.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer, shareAnswers } from "../http/shared-answer.ts";
import { readLog, readOwnLog } from "./score-log.ts";
import { giveTriviaPoints, setScore } from "./set-score.ts";
import { boothScoresReader, readStandings } from "./standings.ts";

/** Roles that see the score of any person (rules §2). */
const readers = [Role.Admin, Role.GameAdmin, Role.TriviaAdmin, Role.ScoreAdmin, Role.BoothAdmin, Role.SuperTriviaAdmin];

/** Without a game's end, which finishes an entry of its line: the queue serves that. */
const { win: _win, lose: _lose, ...ownCalls } = api.scores;

export function scoreRoutes(app: FastifyInstance, core: Core): void {
  const { database, notices } = core;
  const { query } = database;
  // More than staff give by hand; each stays in the log and the audit for good.
  const changing = core.staffQuotas.open({ name: "scores", points: 1500, duration: 3600, code: "request.too_many" });
  const change = (actor: Actor, work: () => Promise<ScoreChange>) =>
    changing.spend(actor, work, (code) => code === undefined);
  const ownLogOf = shareAnswers((userId: number) => readOwnLog(query, userId));
  const boothScoresOf = boothScoresReader(query);
  const standings = cacheAnswer(() => readStandings(query));
  notices.on((notice) => {
    if (notice.kind === "scores.changed") standings.invalidateThrottled();
  });

  serve(app, core, ownCalls, {
    standings: () => standings.get(),
    get: async ({ actor, params: { userId, gameId } }) => {
      letThrough(actor, userId, readers);
      return { score: await scoreOf(userId, gameId) };
    },
    put: ({ actor, params, body }) =>
      change(actor, () => database.transact((tx) => setScore(tx, actor, { ...params, ...body }))),
    trivia: (tx, { actor, params, body }) => change(actor, () => giveTriviaPoints(tx, actor, { ...params, ...body })),
    log: shareAnswer(() => readLog(query)),
    explained: async ({ actor, params: { userId } }) => {
      letThrough(actor, userId, [Role.Admin]);
      await find("users", userId);
      return ownLogOf(userId);
    },
    ofBooth: async ({ actor, params: { id, boothId } }) => {
      letThrough(actor, id, readers);
      await Promise.all([find("users", id), find("booths", boothId)]);
      const found = (await boothScoresOf(id)).find((entry) => entry.boothId === boothId);
      return { boothId, score: found?.score ?? 0, rank: found?.rank ?? null };
    },
  });

  async function scoreOf(userId: number, gameId: number): Promise<number> {
    await Promise.all([find("users", userId), find("games", gameId)]);
    const found = await query
      .selectFrom("scores")
      .select("score")
      .where("userId", "=", userId)
      .where("gameId", "=", gameId)
      .executeTakeFirst();
    return found?.score ?? 0;
  }

  async function find(what: keyof typeof unknown, id: number): Promise<void> {
    const alive = what === "users" ? sql`and deleted_at is null` : sql``;
    const { rows } = await sql`select 1 from ${sql.table(what)} where id = ${id} ${alive}`.execute(query);
    if (rows.length === 0) throw new Problem(unknown[what]);
  }
}

const unknown = { users: "user.not_found", games: "game.not_found", booths: "booth.not_found" } as const;
