import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Deletes a booth that nothing belongs to, with its theme and its admin's assignment. Returns the pictures that nobody
 * shows any more, to be released after the commit. Throws `booth.not_found` and, by the foreign keys of what belongs to
 * it, `booth.in_use` (rules §5).
 */
export async function removeBooth(tx: Tx, id: number): Promise<(string | null)[]> {
  const theme = await tx.deleteFrom("themes").where("boothId", "=", id).returning("logo").executeTakeFirst();
  const booth = await tx.deleteFrom("booths").where("id", "=", id).returning("image").executeTakeFirst();
  if (!booth) throw new Problem("booth.not_found");
  return [booth.image, theme?.logo ?? null];
}
