import { Role, type Standing } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";

type Query = Database["query"];

/**
 * Reads the standings: players by their total over games flagged `leaderboard`, ties to who got there first (rules §5).
 */
export async function readStandings(query: Query): Promise<Standing[]> {
  const rows = await query
    .selectFrom("scores")
    .innerJoin("games", "games.id", "scores.gameId")
    .innerJoin("users", "users.id", "scores.userId")
    .select(["users.id as userId", "users.username", "users.avatar", sql<number>`sum(scores.score)`.as("total")])
    .where("games.leaderboard", "=", true)
    .where("users.isBlocked", "=", false)
    .where("users.deletedAt", "is", null)
    .where("users.roleId", "=", Role.User)
    .groupBy("users.id")
    .orderBy("total", "desc")
    .orderBy(sql`max(scores.reached_at)`)
    .orderBy("users.id")
    .execute();
  return rows.map((row, i) => ({ ...row, rank: i + 1 }));
}

export type Rank = { total: number; rank: number };

/**
 * Opens the reader of people's places in the standings; who stands in none has null. Whoever asks meanwhile is ranked
 * with all who did.
 */
export function rankReader(query: Query): (userId: number) => Promise<Rank | null> {
  const load = batchLoad(
    async (userIds: number[]) => {
      const { rows } = await sql<Rank & { userId: number }>`
      with ranked as (
        select scores.user_id, sum(scores.score) as total,
          (row_number() over (order by sum(scores.score) desc, max(scores.reached_at), scores.user_id))::int as rank
        from scores join games on games.id = scores.game_id join users on users.id = scores.user_id
        where games.leaderboard and not users.is_blocked and users.deleted_at is null and users.role_id = ${Role.User}
        group by scores.user_id)
      select * from ranked where user_id = any(${userIds})`.execute(query);
      return new Map(rows.map(({ userId, ...rank }) => [userId, rank]));
    },
    { oneAtATime: true },
  );
  return async (userId) => (await load(userId)) ?? null;
}

export type BoothScore = { boothId: number; boothName: string; score: number; rank: number | null };

/**
 * Opens the reader of what people have at each booth where they ever scored, and their rank there among all unblocked
 * players; who is none of them has no rank. Who asks while others are ranked is ranked with all who
 * did, for ranking one person means ranking all (rules §5).
 */
export function boothScoresReader(query: Query): (userId: number) => Promise<BoothScore[]> {
  const load = batchLoad(
    async (userIds: number[]) => {
      const { rows } = await sql<BoothScore & { userId: number }>`
      with own as (
        select scores.user_id, games.booth_id, sum(scores.score) as score
        from scores join games on games.id = scores.game_id
        where scores.user_id = any(${userIds})
        group by scores.user_id, games.booth_id),
      ranked as (
        select scores.user_id, games.booth_id,
          (row_number() over (partition by games.booth_id
            order by sum(scores.score) desc, max(scores.reached_at), scores.user_id))::int as rank
        from scores join games on games.id = scores.game_id join users on users.id = scores.user_id
        where games.booth_id in (select booth_id from own)
          and not users.is_blocked and users.deleted_at is null and users.role_id = ${Role.User}
        group by scores.user_id, games.booth_id)
      select own.user_id, own.booth_id, booths.name as booth_name, own.score, ranked.rank
      from own
      join booths on booths.id = own.booth_id
      left join ranked on ranked.user_id = own.user_id and ranked.booth_id = own.booth_id
      order by own.booth_id`.execute(query);
      return Map.groupBy(rows, ({ userId }) => userId);
    },
    { oneAtATime: true },
  );
  return async (userId) => ((await load(userId)) ?? []).map(({ userId: _, ...entry }) => entry);
}
