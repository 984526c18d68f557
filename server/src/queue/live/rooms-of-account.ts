import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import type { Actor } from "../../http/client.ts";
import type { Room } from "../../realtime/news.ts";

/**
 * Opens the reader of the rooms that an account has beside its own: the lines that an attendee stands in, the booth
 * that a booth admin runs. Whoever connects in one turn is looked up at once (rules §7).
 */
export function roomsReader(query: Database["query"]): (actor: Actor) => Promise<Room[]> {
  const lines = batchLoad(async (userIds: number[]) => {
    const entries = await query
      .selectFrom("queueEntries")
      .select(["userId", "gameId"])
      .where("userId", "=", sql<number>`any(${userIds})`)
      .where("isFinished", "=", false)
      .execute();
    return Map.groupBy(entries, ({ userId }) => userId);
  });
  return async ({ id, roleId }) => {
    if (roleId === Role.User) return ((await lines(id)) ?? []).map(({ gameId }): Room => `game:${gameId}`);
    if (roleId !== Role.BoothAdmin) return [];
    const booths = await query.selectFrom("boothAdmins").select("boothId").where("userId", "=", id).execute();
    return booths.map(({ boothId }): Room => `booth:${boothId}`);
  };
}
