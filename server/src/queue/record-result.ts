import type { QueueState, ScoreChange } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { changeScore, clamped, counted, holdBounds, readScore } from "../scores/change-score.ts";
import { pointsNews } from "../text/queue-news.ts";
import { markFinished, refuseOtherState } from "./finish-entry.ts";
import { lockEntry } from "./lock-entry.ts";

type Result = {
  userId: number;
  gameId: number;
  queueId: number;
  kind: "win" | "lose";
  /** Of a win; the game's own unless given. */
  points?: number | undefined;
  /** In which the entry was shown. */
  state?: QueueState | undefined;
};

/**
 * Finishes an unfinished entry as won or lost and changes the score by it, once: doubled while the game is, held at the
 * game's bounds. A second result of either kind finds the entry finished, and whoever was put back in line since they
 * were shown at play has none. Locks the person, then the game's bounds. Throws `queue.not_found`, `queue.no_booth`,
 * `queue.finished`, `request.outdated` (rules §5; 0203).
 */
export async function recordResult(tx: Tx, actor: Actor, result: Result): Promise<ScoreChange> {
  const entry = await lockEntry(tx, actor, result.queueId);
  if (entry.userId !== result.userId || entry.gameId !== result.gameId) throw new Problem("queue.not_found");
  if (result.state !== undefined) await refuseOtherState(tx, entry, result.state);
  const game = await holdBounds(tx, entry.gameId);
  if (!(await markFinished(tx, entry, { whilePlaying: true }))) throw new Problem("queue.finished");
  const previous = await readScore(tx, entry.userId, game.id);
  const points = result.kind === "win" ? (result.points ?? game.winPoints) : game.losePoints;
  const changed = await changeScore(tx, {
    actorId: actor.id,
    userId: entry.userId,
    game,
    reason: result.kind,
    previous,
    score: clamped(previous + counted(points, game), game),
    queueEntryId: entry.id,
  });
  tx.notify({
    kind: "news",
    event: result.kind === "win" ? "Score:userWin" : "Score:userLose",
    to: [`user:${entry.userId}`],
    message: pointsNews(game.name, changed.change),
    ids: {
      queueId: entry.id,
      gameId: game.id,
      boothId: game.boothId,
      score: changed.score,
      change: changed.change,
    },
  });
  return changed;
}
