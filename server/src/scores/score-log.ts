import type { LogRow, OwnLogRow } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { EncodedAnswer } from "../http/encoded-answer.ts";

const maxRows = 50_000;
const maxOwnRows = 10_000;

/**
 * Reads the latest 50,000 changes of scores, newest first, as the JSON that the database makes of them: encoding so
 * many rows here would hold up every press meanwhile (spec §2, performance: growth).
 */
export async function readLog(query: Database["query"], limit = maxRows): Promise<EncodedAnswer<LogRow[]>> {
  const { rows } = await sql<{ log: string }>`
    select coalesce(json_agg(json_build_object(
      'id', change.id,
      'actor', json_build_object('id', actor_id, 'name', actor.username),
      'user', json_build_object('id', user_id, 'name', player.username),
      'game', json_build_object('id', game_id, 'name', games.name),
      'previousScore', previous_score,
      'currentScore', current_score,
      'reason', reason,
      'createdAt', stamp,
      'updatedAt', stamp) order by change.id desc), '[]')::text as log
    from (select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as stamp
      from score_log order by id desc limit ${limit}) as change
    join users as actor on actor.id = actor_id
    join users as player on player.id = user_id
    join games on games.id = game_id`.execute(query);
  return new EncodedAnswer(rows[0]?.log ?? "[]");
}

/** Reads each change of one person's points, newest first, without the names of staff (rules §5). */
export async function readOwnLog(query: Database["query"], userId: number): Promise<OwnLogRow[]> {
  const rows = await query
    .selectFrom("scoreLog")
    .innerJoin("games", "games.id", "scoreLog.gameId")
    .innerJoin("booths", "booths.id", "games.boothId")
    .select([
      "scoreLog.id",
      "gameId",
      "games.name as gameName",
      "boothId",
      "booths.name as boothName",
      "previousScore as previous",
      "currentScore as current",
      sql<number>`current_score - previous_score`.as("change"),
      "reason",
      "at",
    ])
    .where("userId", "=", userId)
    .orderBy("scoreLog.id", "desc")
    .limit(maxOwnRows)
    .execute();
  return rows.map(({ gameId, gameName, boothId, boothName, ...row }) => ({
    ...row,
    game: { id: gameId, name: gameName },
    booth: { id: boothId, name: boothName },
  }));
}
