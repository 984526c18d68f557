import { queuelessPlatforms, Role, undoSeconds } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { changeScore, holdBounds, readScore } from "../scores/change-score.ts";
import { undoneNews } from "../text/queue-news.ts";
import { tellMoved } from "./live/queue-news.ts";
import { type Locked, lockEntry } from "./lock-entry.ts";
import { renewOthers } from "./renew-others.ts";

/**
 * Takes the own win or lose back, once and within 10 seconds: a counter-row reverses exactly what its log row changed,
 * and the entry is as it was before; not in a game that has lost its line meanwhile. Locks the person, then the game's
 * bounds. Throws `queue.nothing_to_undo`, `undone`, `undo_over`, `applied_again`, `player_blocked`,
 * `undo_out_of_bounds` and `score.not_player` (rules §5).
 */
export async function undoResult(tx: Tx, actor: Actor, queueId: number): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  const game = await holdBounds(tx, entry.gameId);
  // The game was moved meanwhile: nobody would see who waits in it.
  if (queuelessPlatforms.includes(game.platformId)) throw new Problem("queue.undo_over");
  const result = await findResult(tx, actor, queueId);
  await refuseLateUndo(tx, entry);
  const previous = await readScore(tx, entry.userId, game.id);
  const score = previous - result.change;
  if (score < game.lowest || score > game.highest) throw new Problem("queue.undo_out_of_bounds");
  const changed = await changeScore(tx, {
    actorId: actor.id,
    userId: entry.userId,
    game,
    reason: "undo",
    previous,
    score,
    queueEntryId: queueId,
    reverses: result.id,
    reachedAt: await reachedBefore(tx, entry, result.id),
  });
  await tx
    .updateTable("scoreLog")
    .set((log) => ({
      reversedBy: log.selectFrom("scoreLog as counter").select("counter.id").where("counter.reverses", "=", result.id),
    }))
    .where("id", "=", result.id)
    .execute();
  await restore(tx, entry);
  const { boothId, id: gameId, name } = game;
  tx.notify({
    kind: "news",
    event: "Score:changed",
    to: [`user:${entry.userId}`],
    message: undoneNews(name),
    ids: { gameId, boothId, score, change: changed.change },
  });
}

/** The latest win or lose of an entry, when the actor gave it and may still take it back. */
async function findResult(tx: Tx, actor: Actor, queueId: number): Promise<{ id: number; change: number }> {
  const result = await tx
    .selectFrom("scoreLog")
    .select(["id", "actorId", "reversedBy"])
    .select([
      sql<number>`current_score - previous_score`.as("change"),
      sql<boolean>`at < now() - make_interval(secs => ${undoSeconds})`.as("isOver"),
    ])
    .where("queueEntryId", "=", queueId)
    .where("reason", "in", ["win", "lose"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!result || result.actorId !== actor.id) throw new Problem("queue.nothing_to_undo");
  if (result.reversedBy !== null) throw new Problem("queue.undone");
  if (result.isOver) throw new Problem("queue.undo_over");
  return result;
}

async function refuseLateUndo(tx: Tx, { userId, gameId }: Locked): Promise<void> {
  const now = await tx
    .selectFrom("users")
    .select(["roleId", sql<boolean>`is_blocked or deleted_at is not null`.as("isGone")])
    .select((of) =>
      of
        .selectFrom("queueEntries")
        .select("id")
        .where("userId", "=", userId)
        .where("gameId", "=", gameId)
        .where("isFinished", "=", false)
        .as("newEntry"),
    )
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  if (now.isGone) throw new Problem("queue.player_blocked");
  if (now.roleId !== Role.User) throw new Problem("score.not_player");
  if (now.newEntry !== null) throw new Problem("queue.applied_again");
}

/** When the score got where it was before the result: at its latest change that still counts. */
async function reachedBefore(tx: Tx, { userId, gameId }: Locked, resultId: number): Promise<string | null> {
  const before = await tx
    .selectFrom("scoreLog")
    .select("at")
    .where("userId", "=", userId)
    .where("gameId", "=", gameId)
    .where("id", "!=", resultId)
    .where("reversedBy", "is", null)
    .where("reason", "!=", "undo")
    .whereRef("currentScore", "!=", "previousScore")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return before?.at ?? null;
}

/**
 * A started entry is played again, any other waits again, with its call and marks as they were; but one that was held
 * for a game that is over by now is back in line.
 */
async function restore(tx: Tx, entry: Locked): Promise<void> {
  await tx
    .updateTable("queueEntries")
    .set({ isFinished: false, finishedAt: null, isPlaying: sql`started_at is not null` })
    .where("id", "=", entry.id)
    .execute();
  tellMoved(tx, entry, { isByStaff: true });
  tx.notify({ kind: "rooms.changed", userId: entry.userId, join: [`game:${entry.gameId}`], leave: [] });
  await renewOthers(tx, entry);
}
