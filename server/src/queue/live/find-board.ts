import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { batchLoad } from "../../database/optimizations/batch-load.ts";

/**
 * Opens the look-up of booths that have a public board: the active ones, as on the board's page. Strangers ask, so that
 * all who come during one look-up share the next.
 */
export function boardFinder(query: Database["query"]): (boothId: number) => Promise<boolean> {
  const find = batchLoad(
    async (ids: number[]) => {
      const booths = await query
        .selectFrom("booths")
        .select("id")
        .where("id", "=", sql<number>`any(${ids})`)
        .where("isActive", "=", true)
        .execute();
      return new Map(booths.map(({ id }) => [id, true]));
    },
    { oneAtATime: true },
  );
  return async (boothId) => (await find(boothId)) ?? false;
}
