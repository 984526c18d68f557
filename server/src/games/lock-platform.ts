import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Holds a platform so that it can't be deleted before the transaction ends. Throws `platform.not_found` at its field.
 */
export async function lockPlatform(tx: Tx, id: number): Promise<void> {
  const platform = await tx.selectFrom("platforms").select("id").where("id", "=", id).forKeyShare().executeTakeFirst();
  if (!platform) throw new Problem("platform.not_found", { field: "platformId" });
}
