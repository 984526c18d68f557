import { placeIn, type Slot, waitAt } from "@saha/contract";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";
import { entryState } from "./entry-view.ts";
import { readLines } from "./line.ts";

/**
 * Opens the reader of people's places in line, each with the forecast of its wait, one reading at a time for all who
 * ask: each reads whole lines, and 130 attendees in ten lines of 1,960 whose readings began in each turn of the event
 * loop kept everybody waiting for ten seconds (rules §5).
 */
export function slotsReader(query: Database["query"]): (userId: number) => Promise<Slot[]> {
  const load = batchLoad(
    async (userIds: number[]) => {
      const entries = await query
        .selectFrom("queueEntries")
        .select(["id", "userId", "gameId", "number", entryState.as("state")])
        .where("userId", "=", sql<number>`any(${userIds})`)
        .where("isFinished", "=", false)
        .orderBy("id")
        .execute();
      const lines = await readLines(query, [...new Set(entries.map(({ gameId }) => gameId))]);
      const lineOf = new Map(lines.map((now) => [now.game.id, now]));
      const slots = entries.map(({ id: queueId, userId, gameId, number, state }) => {
        const { line, pace } = lineOf.get(gameId) ?? { line: [], pace: null };
        const slot = state === "playing" ? 0 : placeIn(line, number);
        return { userId, slot: { gameId, queueId, number, slot, state, wait: slot ? waitAt(slot, pace) : null } };
      });
      return Map.groupBy(slots, ({ userId }) => userId);
    },
    { oneAtATime: true },
  );
  return async (userId) => ((await load(userId)) ?? []).map(({ slot }) => slot);
}
