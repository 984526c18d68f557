import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Holds a booth so that it can't be deleted before the transaction ends. Throws `booth.not_found`, at `field` when
 * named.
 */
export async function lockBooth(tx: Tx, id: number, at: { field?: string } = {}): Promise<void> {
  const booth = await tx.selectFrom("booths").select("id").where("id", "=", id).forKeyShare().executeTakeFirst();
  if (!booth) throw new Problem("booth.not_found", at);
}
