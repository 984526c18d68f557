import { queuelessPlatforms, Role } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Given, Query } from "../database/optimizations/compiled-statements.ts";
import { Problem } from "../errors/problem.ts";
import { tellMoved } from "./live/queue-news.ts";

/**
 * Gives a user the next number in the line of a game, never twice at a time and no number twice. Locks the user, then
 * the game, and only then asks whether the booth is active, for who deactivates it locks its games first. Throws
 * `game.not_found`, `queue.no_line`, `booth_inactive`, `game_inactive`, `paused` or `already_in_line` (rules §5).
 */
export async function applyToQueue(tx: Tx, userId: number, gameId: number): Promise<number> {
  await lockUser(tx, userId);
  const { boothId } = judged(await lookAt(tx, userId, gameId));
  const [taken] = await tx.run(takeNumber, { gameId, boothId });
  if (!taken) {
    // The game has changed since: what stands in the way now is what the player is told.
    judged(await lookAt(tx, userId, gameId));
    throw new Problem("queue.paused");
  }
  const [added] = await tx.run(addEntry, { gameId, userId, number: taken.number, boothId });
  if (!added) throw new Problem("queue.booth_inactive");
  const { id } = added;
  tellMoved(tx, { id, gameId, boothId });
  tx.notify({ kind: "rooms.changed", userId, join: [`game:${gameId}`], leave: [] });
  return id;
}

type Looked = Awaited<ReturnType<typeof lookAt>>;

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
  const [user] = await tx.run(lockedUser, { userId });
  const mayTake = user?.roleId === Role.User && !user.isBlocked && user.deletedAt === null;
  if (!mayTake) throw new Problem("auth.required");
}

function lockedUser(query: Query, { userId }: Given<{ userId: number }>) {
  return query
    .selectFrom("users")
    .select(["isBlocked", "deletedAt", "roleId"])
    .where("id", "=", userId)
    .forNoKeyUpdate();
}

/** Looks at what can be joined. */
async function lookAt(tx: Tx, userId: number, gameId: number) {
  const [game] = await tx.run(look, { userId, gameId });
  return game;
}

function look(query: Query, { userId, gameId }: Given<{ userId: number; gameId: number }>) {
  return query
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
    .where("games.id", "=", gameId);
}

/** The one guarded statement that a number is taken by; it holds the game until the commit. */
function takeNumber(query: Query, { gameId, boothId }: Given<{ gameId: number; boothId: number }>) {
  return query
    .updateTable("games")
    .set((was) => ({ lastNumber: was("lastNumber", "+", 1) }))
    .where("id", "=", gameId)
    .where("boothId", "=", boothId)
    .where("platformId", "not in", queuelessPlatforms)
    .where("isActive", "=", true)
    .where("isQueueable", "=", true)
    .returning("lastNumber as number");
}

type Numbered = { gameId: number; userId: number; number: number; boothId: number };

/**
 * Adds who has a number to the line of an active booth. The game is held by then, so either the booth's deactivation
 * waits for the commit, or this statement sees it (0114).
 */
function addEntry(query: Query, { gameId, userId, number, boothId }: Given<Numbered>) {
  return query
    .insertInto("queueEntries")
    .columns(["gameId", "userId", "number"])
    .expression((of) =>
      of
        .selectFrom("booths")
        .select([sql<number>`${gameId}::int`.as("gameId"), sql<number>`${userId}::int`.as("userId")])
        .select(sql<number>`${number}::int`.as("number"))
        .where("id", "=", boothId)
        .where("isActive", "=", true),
    )
    .returning("id");
}
