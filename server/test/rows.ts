import { randomUUID } from "node:crypto";
import { Platform, type PurchaseStatus, type Role, usernameKey } from "@saha/contract";
import { sql } from "kysely";
import { selectUser } from "../src/auth/user-view.ts";
import type { Core } from "../src/core.ts";
import type { Database, Tx } from "../src/database/database.ts";
import type { Keys } from "../src/process/secrets.ts";
import { qrToken, shortCode, shortCodeHash } from "../src/tickets/ticket-code.ts";

/*
 * Rows of a test, of a benchmark's crowd and of a kill's evening, written as the rules would leave them. Whoever wants
 * one asks `given`; whoever wants thousands asks `rush`.
 */

type Query = Database["query"] | Tx;
/** PostgreSQL takes 65,535 parameters in a statement. */
const batch = 2000;
const client = { ip: "127.0.0.1", userAgent: null, language: "ar", device: null } as const;

/** People of one role, in the order of their names. */
export function insertUsers(
  query: Query,
  usernames: string[],
  facts: { roleId: Role; passwordHash: string; isBlocked?: boolean },
): Promise<{ id: number; username: string; roleId: Role }[]> {
  return query
    .insertInto("users")
    .values(usernames.map((username) => ({ username, usernameKey: usernameKey(username), ...facts })))
    .returning(["id", "username", "roleId"])
    .execute();
}

/** Opens one more session for an account, as a sign-in without a device does. */
export async function startSession(sessions: Core["sessions"], query: Query, userId: number) {
  const tokens = await sessions.start(query, selectUser(sql`id = ${userId}`), client);
  if (!tokens) throw new Error("This account is not there");
  return tokens;
}

type PurchaseFacts = { ticketId: number; userIds: number[]; status?: PurchaseStatus; now?: Date };

/**
 * One purchase for each holder on the ticket's day, with what its QR holds; the ticket's counter rises as by the rule.
 */
export async function insertPurchases(query: Query, keys: Keys, facts: PurchaseFacts) {
  const { ticketId, userIds, status = "ACTIVE", now } = facts;
  const tickets = query.selectFrom("tickets").select(["day", "price"]).where("id", "=", ticketId);
  const { day, price } = await tickets.executeTakeFirstOrThrow();
  const scans = {
    lastQrEntryScan: now && status.startsWith("USED") ? now : null,
    lastQrFeatureScan: now && status === "USED_FOR_FEATURE" ? now : null,
  };
  const made: { id: number; uuid: string; userId: number; qrToken: string; shortCode: string }[] = [];
  for (let from = 0; from < userIds.length; from += batch) {
    const coded = userIds.slice(from, from + batch).map((userId) => {
      const uuid = randomUUID();
      return { uuid, userId, shortCode: shortCode(keys, uuid) };
    });
    const rows = coded.map(({ uuid, userId, shortCode }) => {
      return { uuid, userId, ticketId, day, price, status, ...scans, shortCodeHash: shortCodeHash(keys, shortCode) };
    });
    const inserted = await query.insertInto("purchases").values(rows).returning("id").execute();
    for (const [at, code] of coded.entries()) {
      made.push({ ...code, id: inserted[at]?.id ?? 0, qrToken: qrToken(keys, code.uuid) });
    }
  }
  if (status !== "INACTIVE") {
    await query
      .updateTable("tickets")
      .set((was) => ({ purchased: was("purchased", "+", made.length) }))
      .where("id", "=", ticketId)
      .execute();
  }
  return made;
}

export function insertBooth(query: Query, facts: { name: string; isActive?: boolean }) {
  return query.insertInto("booths").values(facts).returning(["id", "name"]).executeTakeFirstOrThrow();
}

export type GameFacts = Partial<{
  boothId: number;
  platformId: number;
  name: string;
  shortName: string;
  isActive: boolean;
  isQueueable: boolean;
  isDoubled: boolean;
  leaderboard: boolean;
  winPoints: number;
  losePoints: number;
  finite: boolean;
  min: number;
  max: number;
}>;

/** A game with a line, of a booth of its own unless one is named; `count` tells it from others. */
export async function insertGame(query: Query, count: number, facts: GameFacts = {}) {
  const boothId = facts.boothId ?? (await insertBooth(query, { name: `Booth ${count}` })).id;
  const defaults = { name: `Game ${count}`, shortName: `G${count}`, winPoints: 10, losePoints: 2 };
  return query
    .insertInto("games")
    .values({ ...defaults, platformId: Platform.Pc, ...facts, boothId })
    .returning(["id", "boothId"])
    .executeTakeFirstOrThrow();
}

/** Puts people at the end of a game's line, in this order. */
export async function insertEntries(query: Query, gameId: number, userIds: number[]) {
  const { lastNumber } = await query
    .updateTable("games")
    .set((was) => ({ lastNumber: was("lastNumber", "+", userIds.length) }))
    .where("id", "=", gameId)
    .returning("lastNumber")
    .executeTakeFirstOrThrow();
  const first = lastNumber - userIds.length + 1;
  return query
    .insertInto("queueEntries")
    .values(userIds.map((userId, at) => ({ gameId, userId, number: first + at })))
    .returning(["id", "number"])
    .execute();
}

/** Scores that people set for themselves or `actorId` for them, each with its row of the log. */
export async function insertScores(
  tx: Tx,
  facts: { gameId: number; scores: { userId: number; score: number }[]; actorId?: number | undefined },
): Promise<void> {
  const { gameId, scores, actorId } = facts;
  const bounds = tx.selectFrom("games").select(["lowest", "highest"]).where("id", "=", gameId);
  const within = await bounds.executeTakeFirstOrThrow();
  for (let from = 0; from < scores.length; from += batch) {
    const some = scores.slice(from, from + batch);
    await tx
      .insertInto("scores")
      .values(some.map((one) => ({ ...one, gameId, ...within })))
      .execute();
    const logged = some.map(({ userId, score }) => {
      return {
        actorId: actorId ?? userId,
        userId,
        gameId,
        reason: "set" as const,
        previousScore: 0,
        currentScore: score,
      };
    });
    await tx.insertInto("scoreLog").values(logged).execute();
  }
}
