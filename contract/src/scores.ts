import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { id, pathId, time } from "./fields.ts";
import { maxScore, points, signedPoints } from "./games.ts";
import { queueStates, scoreReasons } from "./queue-words.ts";
import { Role } from "./role.ts";

const named = z.object({ id, name: z.string() });
const reason = z.enum(scoreReasons);

/** A change of a score by one press: what counts after doubling and the game's bounds. */
export const ScoreChange = z.object({ previous: z.int(), score: z.int(), change: z.int() });
export type ScoreChange = z.infer<typeof ScoreChange>;

/** One row of the log, as administrators read it (spec §3). */
export const LogRow = z.object({
  id,
  actor: named,
  user: named,
  game: named,
  previousScore: z.int(),
  currentScore: z.int(),
  reason,
  createdAt: time,
  updatedAt: time,
});
export type LogRow = z.infer<typeof LogRow>;

/** One change of the own score, explained without the staff's names (rules §5). */
export const OwnLogRow = z.object({
  id,
  game: named,
  booth: named,
  previous: z.int(),
  current: z.int(),
  change: z.int(),
  reason,
  at: time,
});
export type OwnLogRow = z.infer<typeof OwnLogRow>;

export const Standing = z.object({
  userId: id,
  username: z.string(),
  avatar: z.nullable(z.string()),
  total: z.int(),
  rank: z.int(),
});
export type Standing = z.infer<typeof Standing>;

const userIdParams = z.object({ userId: pathId });
const userGameParams = z.object({ userId: pathId, gameId: pathId });
const player = ["user.not_found", "game.not_found", "score.not_player", "score.player_blocked"] as const;
const runners = [Role.BoothAdmin, Role.GameAdmin, Role.ScoreAdmin, Role.Admin] as const;
const ofEntry = [
  "user.not_found",
  "game.not_found",
  "queue.not_found",
  "queue.no_booth",
  "queue.finished",
  "request.outdated",
  "request.too_many",
] as const;
/** The state in which the entry was shown: in another one it has no result (0203). */
const shownState = z.optional(z.enum(queueStates));

export const scores = {
  standings: endpoint({
    method: "GET",
    path: "/score",
    summary: "Players by their total over games flagged leaderboard; ties to who got there first",
    access: "member",
    data: z.array(Standing),
  }),
  get: endpoint({
    method: "GET",
    path: "/score/:userId/game/:gameId",
    summary: "A player's score in a game",
    access: "member",
    params: userGameParams,
    data: z.object({ score: z.int() }),
    problems: ["user.not_found", "game.not_found"],
  }),
  put: endpoint({
    method: "PUT",
    path: "/score/:userId/game/:gameId",
    summary: "Set a player's score in a game; the log keeps the difference",
    access: [Role.TriviaAdmin, Role.SuperTriviaAdmin, Role.ScoreAdmin, Role.Admin],
    params: userGameParams,
    body: z.object({ score: z.int().check(z.gte(-maxScore), z.lte(maxScore)) }),
    data: ScoreChange,
    problems: [...player, "score.wrong_platform", "score.out_of_bounds", "request.too_many"],
  }),
  win: endpoint({
    method: "POST",
    path: "/score/winner/:userId/game/:gameId",
    summary: "Finish an entry as won, once; the game's win points unless others are sent",
    access: runners,
    idempotent: true,
    params: userGameParams,
    body: z.object({ queueId: id, points: z.optional(points), state: shownState }),
    data: ScoreChange,
    problems: ofEntry,
  }),
  lose: endpoint({
    method: "POST",
    path: "/score/loser/:userId/game/:gameId",
    summary: "Finish an entry as lost, once; the game's lose points are added",
    access: runners,
    idempotent: true,
    params: userGameParams,
    body: z.object({ queueId: id, state: shownState }),
    data: ScoreChange,
    problems: ofEntry,
  }),
  trivia: endpoint({
    method: "POST",
    path: "/score/trivia/:userId/game/:gameId",
    summary: "Add points, or take them away below zero; on Quest always the game's win points",
    access: [Role.TriviaAdmin, Role.SuperTriviaAdmin, Role.Admin],
    idempotent: true,
    params: userGameParams,
    body: z.object({ score: signedPoints }),
    data: ScoreChange,
    problems: [...player, "score.wrong_platform", "score.out_of_bounds", "request.too_many"],
  }),
  log: endpoint({
    method: "GET",
    path: "/log",
    summary: "The latest 50,000 changes of scores, newest first",
    access: [Role.Admin],
    data: z.array(LogRow),
  }),
  explained: endpoint({
    method: "GET",
    path: "/score-log/:userId",
    summary: "Each change of a person's own points, newest first",
    access: "member",
    params: userIdParams,
    data: z.array(OwnLogRow),
    problems: ["user.not_found"],
  }),
  ofBooth: endpoint({
    method: "GET",
    path: "/user/:id/booth/:boothId",
    summary: "A person's score and rank over all games of a booth",
    access: "member",
    params: z.object({ id: pathId, boothId: pathId }),
    data: z.object({ boothId: id, score: z.int(), rank: z.nullable(z.int()) }),
    problems: ["user.not_found", "booth.not_found"],
  }),
};
