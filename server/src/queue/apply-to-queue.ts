import { queuelessPlatforms, Role } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { tellMoved } from "./live/queue-news.ts";

/**
 * Gives a user the next number in the line of a game, never twice at a time and no number twice. Locks the user, the
 * booth against being deactivated, then the game. Throws `game.not_found`, `queue.no_line`, `booth_inactive`,
 * `game_inactive`, `paused` or `already_in_line` (rules §5).
 */
export async function applyToQueue(tx: Tx, userId: number, gameId: number): Promise<number> {
  await lockUser(tx, userId);
  const { boothId } = judged(await look(tx, userId, gameId));
  const number = await takeNumber(tx, gameId, boothId);
  if (number === undefined) {
    // The game has changed since: what stands in the way now is what the player is told.
    judged(await look(tx, userId, gameId));
    throw new Problem("queue.paused");
  }
  const { id } = await tx
    .insertInto("queueEntries")
    .values({ gameId, userId, number })
    .returning("id")
    .executeTakeFirstOrThrow();
  tellMoved(tx, { id, gameId, boothId });
  tx.notify({ kind: "rooms.changed", userId, join: [`game:${gameId}`], leave: [] });
  return id;
}

type Looked = Awaited<ReturnType<typeof look>>;

/** What can be joined, or the refusal of what can't. */
function judged(game: Looked): NonNullable<Looked> {
  if (!game) throw new Problem("game.not_found");
  if (queuelessPlatforms.includes(game.platformId)) throw new Problem("queue.no_line");
  if (!game.isBoothActive) throw new Problem("queue.booth_inactive");
  if (!game.isActive) throw new Problem("queue.game_inactive");
  if (!game.isQueueable) throw new Problem("queue.paused");
  if (game.ownEntry !== null) throw new Problem("queue.already_in_line");
  return game;
}

/** Whoever was deleted, blocked or made staff since the session was looked at joins no line any more. */
async function lockUser(tx: Tx, userId: number): Promise<void> {
  const user = await tx
    .selectFrom("users")
    .select(["isBlocked", "deletedAt", "roleId"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const mayTake = user?.roleId === Role.User && !user.isBlocked && user.deletedAt === null;
  if (!mayTake) throw new Problem("auth.required");
}

/** Holds the booth as it is until the commit: nobody is told that it is closed while a number of it is being taken. */
function look(tx: Tx, userId: number, gameId: number) {
  return tx
    .selectFrom("games")
    .innerJoin("booths", "booths.id", "games.boothId")
    .select([
      "games.platformId",
      "games.boothId",
      "games.isActive",
      "games.isQueueable",
      "booths.isActive as isBoothActive",
    ])
    .select((of) =>
      of
        .selectFrom("queueEntries")
        .select("queueEntries.id")
        .where("userId", "=", userId)
        .whereRef("gameId", "=", "games.id")
        .where("isFinished", "=", false)
        .as("ownEntry"),
    )
    .where("games.id", "=", gameId)
    .forShare("booths")
    .executeTakeFirst();
}

/** The one guarded statement that a number is taken by; it holds the game until the commit. */
async function takeNumber(tx: Tx, gameId: number, boothId: number): Promise<number | undefined> {
  const game = await tx
    .updateTable("games")
    .set((was) => ({ lastNumber: was("lastNumber", "+", 1) }))
    .where("id", "=", gameId)
    .where("boothId", "=", boothId)
    .where("platformId", "not in", queuelessPlatforms)
    .where("isActive", "=", true)
    .where("isQueueable", "=", true)
    .returning("lastNumber as number")
    .executeTakeFirst();
  return game?.number;
}
