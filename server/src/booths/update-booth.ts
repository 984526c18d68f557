import type { api, Input } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

type Change = Input<typeof api.booths.update>["body"];

/**
 * Changes a booth; what is missing keeps its value, an empty image takes the image away. Who stands in its lines stays
 * there when it is deactivated. Returns the image that nobody shows any more. Throws `booth.not_found` (rules §5).
 */
export async function updateBooth(tx: Tx, id: number, change: Change): Promise<string | null> {
  const was = await tx.selectFrom("booths").select("image").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!was) throw new Problem("booth.not_found");
  // Numbers are taken under their games' locks, in the order of who asked: a crowd's presses hold up no closing (0114).
  if (change.isActive === false) {
    await tx.selectFrom("games").select("id").where("boothId", "=", id).orderBy("id").forNoKeyUpdate().execute();
  }
  await tx
    .updateTable("booths")
    .set({ ...change, updatedAt: sql`now()` })
    .where("id", "=", id)
    .execute();
  return change.image === undefined ? null : was.image;
}
