import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Deletes a game without history. Returns its booth and its pictures, to be released after the commit. Throws
 * `game.not_found` and, by the foreign keys of entries, scores and their log, `game.has_history` (rules §5).
 */
export async function removeGame(tx: Tx, id: number) {
  const gone = await tx
    .deleteFrom("games")
    .where("id", "=", id)
    .returning(["boothId", "image", "logo"])
    .executeTakeFirst();
  if (!gone) throw new Problem("game.not_found");
  return gone;
}
