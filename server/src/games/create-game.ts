import type { api, Input } from "@saha/contract";
import { lockBooth } from "../booths/lock-booth.ts";
import type { Tx } from "../database/database.ts";
import { cleanHtml } from "../text/html.ts";
import { boundsOf } from "./bounds.ts";
import { lockPlatform } from "./lock-platform.ts";

type NewGame = Input<typeof api.games.create>["body"];

/**
 * Adds a game to a booth: queueable, active and not doubled. Its description is sanitised (rules §6). Throws
 * `booth.not_found`, `platform.not_found` and `game.bounds`, each at its field (rules §5).
 */
export async function createGame(tx: Tx, { finite, min, max, description, ...fields }: NewGame): Promise<number> {
  const bounds = boundsOf({ finite, min, max });
  await lockBooth(tx, fields.boothId, { field: "boothId" });
  await lockPlatform(tx, fields.platformId);
  const { id } = await tx
    .insertInto("games")
    .values({ ...fields, ...bounds, description: cleanHtml(description) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
