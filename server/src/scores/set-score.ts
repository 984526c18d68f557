import { Platform, Role, type ScoreChange } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { pointsNews, setNews } from "../text/queue-news.ts";
import {
  changeScore,
  counted,
  holdBounds,
  lockPlayer,
  readScore,
  refuseBeyond,
  type ScoredGame,
} from "./change-score.ts";

type Asked = { userId: number; gameId: number; score: number };

/** Games that a role gives points in; any other role of the call is not bound to platforms (rules §2). */
const platformsOf: Partial<Record<Role, readonly number[]>> = {
  [Role.TriviaAdmin]: [Platform.Trivia, Platform.Quest],
  [Role.SuperTriviaAdmin]: [Platform.SuperTrivia],
};
const triviaPlatforms: readonly number[] = [Platform.Trivia, Platform.Quest, Platform.SuperTrivia];

/**
 * Sets a player's score; the log keeps the difference. Locks the person, then the game's bounds. Throws
 * `user.not_found`, `game.not_found`, `score.not_player`, `player_blocked`, `wrong_platform`, `out_of_bounds` with the
 * bounds (rules §5).
 */
export async function setScore(tx: Tx, actor: Actor, { userId, gameId, score }: Asked): Promise<ScoreChange> {
  await lockPlayer(tx, userId);
  const game = await holdBounds(tx, gameId);
  refusePlatform(game, platformsOf[actor.roleId]);
  refuseBeyond(score, game);
  const previous = await readScore(tx, userId, gameId);
  const changed = await changeScore(tx, { actorId: actor.id, userId, game, reason: "set", previous, score });
  tx.notify({
    kind: "news",
    event: "Score:changed",
    to: [`user:${userId}`],
    message: setNews(game.name, score),
    ids: idsOf(game, changed),
  });
  return changed;
}

/**
 * Adds trivia points to a player, or takes them away below zero; Quest knows one number of points, the game's win
 * points, and the sign says which way. Doubled while the game is; beyond a bound nothing is given. Locks and throws as
 * `setScore` does.
 */
export async function giveTriviaPoints(tx: Tx, actor: Actor, { userId, gameId, score }: Asked): Promise<ScoreChange> {
  await lockPlayer(tx, userId);
  const game = await holdBounds(tx, gameId);
  refusePlatform(game, platformsOf[actor.roleId] ?? triviaPlatforms);
  const points = game.platformId === Platform.Quest ? Math.sign(score || 1) * game.winPoints : score;
  const previous = await readScore(tx, userId, gameId);
  const next = previous + counted(points, game);
  refuseBeyond(next, game);
  const changed = await changeScore(tx, { actorId: actor.id, userId, game, reason: "trivia", previous, score: next });
  tx.notify({
    kind: "news",
    event: "Score:userTrivia",
    to: [`user:${userId}`],
    message: pointsNews(game.name, changed.change),
    ids: idsOf(game, changed),
  });
  return changed;
}

function refusePlatform({ platformId }: ScoredGame, allowed: readonly number[] | undefined): void {
  if (allowed && !allowed.includes(platformId)) throw new Problem("score.wrong_platform");
}

function idsOf({ id: gameId, boothId }: ScoredGame, { score, change }: ScoreChange) {
  return { gameId, boothId, score, change };
}
