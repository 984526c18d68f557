import { Role, type ScoreChange, type ScoreReason } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";

declare module "../database/notices.ts" {
  interface NoticeKinds {
    "scores.changed": unknown;
  }
}

/** What a game says about the scores in it; its bounds stay as they are until the transaction ends. */
export type ScoredGame = {
  id: number;
  name: string;
  boothId: number;
  platformId: number;
  winPoints: number;
  losePoints: number;
  isDoubled: boolean;
  lowest: number;
  highest: number;
};

/** Reads a game and holds its bounds, without holding up its line. Throws `game.not_found`. */
export async function holdBounds(tx: Tx, gameId: number): Promise<ScoredGame> {
  const [game] = await tx.run(heldGame, { gameId });
  if (!game) throw new Problem("game.not_found");
  return game;
}

function heldGame(query: Query, { gameId }: Given<{ gameId: number }>) {
  return query
    .selectFrom("games")
    .select(["id", "name", "boothId", "platformId", "winPoints", "losePoints", "isDoubled", "lowest", "highest"])
    .where("id", "=", gameId)
    .forKeyShare();
}

/**
 * Locks a person whose score is to change. Throws `user.not_found`, `score.not_player`, `score.player_blocked` (rules
 * §5).
 */
export async function lockPlayer(tx: Tx, userId: number): Promise<void> {
  const user = await tx
    .selectFrom("users")
    .select(["roleId", "isBlocked"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem("user.not_found");
  if (user.roleId !== Role.User) throw new Problem("score.not_player");
  if (user.isBlocked) throw new Problem("score.player_blocked");
}

/** Reads what a person has in a game; whoever never scored has nothing. */
export async function readScore(tx: Tx, userId: number, gameId: number): Promise<number> {
  const [found] = await tx.run(scoreOf, { userId, gameId });
  return found?.score ?? 0;
}

const scoreOf = (query: Query, { userId, gameId }: Given<{ userId: number; gameId: number }>) =>
  query.selectFrom("scores").select("score").where("userId", "=", userId).where("gameId", "=", gameId);

type Change = {
  actorId: number;
  userId: number;
  game: ScoredGame;
  reason: ScoreReason;
  previous: number;
  score: number;
  queueEntryId?: number;
  reverses?: number;
  /** When a score that is taken back got where it is then, null where it never moved; now unless said. */
  reachedAt?: string | null;
};

/**
 * Writes a score and its row of the log in one statement; the person must be locked. The database holds both to their
 * law: within the game's bounds, and the score the sum of its log (rules §5).
 */
export async function changeScore(tx: Tx, change: Change): Promise<ScoreChange> {
  const { actorId, userId, game, reason, previous, score, queueEntryId = null, reverses = null, reachedAt } = change;
  // Who never moved from 0 was there before everybody, and a game lost there costs no place among equals.
  const isMoved = previous !== score && reachedAt === undefined;
  const at = isMoved ? sql<string>`now()` : sql<string>`${reachedAt ?? "-infinity"}::timestamptz`;
  await tx
    .with("written", (query) =>
      query
        .insertInto("scores")
        .values({ userId, gameId: game.id, score, lowest: game.lowest, highest: game.highest, reachedAt: at })
        .onConflict((conflict) =>
          conflict.columns(["userId", "gameId"]).doUpdateSet({
            score,
            // Who changes nothing keeps the place among equals.
            reachedAt: previous === score ? sql<string>`scores.reached_at` : at,
          }),
        ),
    )
    .insertInto("scoreLog")
    .values({
      actorId,
      userId,
      gameId: game.id,
      queueEntryId,
      reason,
      reverses,
      previousScore: previous,
      currentScore: score,
    })
    .execute();
  tx.notify({ kind: "scores.changed" });
  return { previous, score, change: score - previous };
}

/** What points count in a game: twice while it is doubled (rules §5). */
export function counted(points: number, { isDoubled }: ScoredGame): number {
  return isDoubled ? 2 * points : points;
}

/** A score held at the bounds of its game, as a win or lose is. */
export function clamped(score: number, { lowest, highest }: ScoredGame): number {
  return Math.min(highest, Math.max(lowest, score));
}

/** Refuses a score beyond the bounds of its game, naming them: `score.out_of_bounds`. */
export function refuseBeyond(score: number, { lowest: min, highest: max }: ScoredGame): void {
  if (score < min || score > max) throw new Problem("score.out_of_bounds", { field: "score", details: { min, max } });
}
