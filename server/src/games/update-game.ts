import type { api, Input } from "@saha/contract";
import { sql } from "kysely";
import { lockBooth } from "../booths/lock-booth.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { cleanHtml } from "../text/html.ts";
import { boundsOf } from "./bounds.ts";
import { lockPlatform } from "./lock-platform.ts";

type Change = Input<typeof api.games.update>["body"];

/**
 * Changes a game under its lock; what is missing keeps its value, an empty picture is taken away. Turning finite off
 * clears both bounds. Nobody can join its line meanwhile, so that a change of booth or platform finds the line empty.
 * Returns the booths that show a change, and the pictures that nobody shows any more. Throws `game.not_found`,
 * `booth.not_found`, `platform.not_found`, `game.has_line`, `game.bounds`, `game.scores_outside` (rules §5).
 */
export async function updateGame(tx: Tx, id: number, change: Change) {
  const was = await tx
    .selectFrom("games")
    .select(["boothId", "platformId", "finite", "min", "max", "image", "logo"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!was) throw new Problem("game.not_found");
  const moved = (["boothId", "platformId"] as const).find((to) => change[to] !== undefined && change[to] !== was[to]);
  if (change.boothId !== undefined) await lockBooth(tx, change.boothId, { field: "boothId" });
  if (change.platformId !== undefined) await lockPlatform(tx, change.platformId);
  if (moved && (await hasLine(tx, id))) throw new Problem("game.has_line", { field: moved });
  const bounds = boundsOf({
    finite: change.finite ?? was.finite,
    min: change.min === undefined ? was.min : change.min,
    max: change.max === undefined ? was.max : change.max,
  });
  await refuseScoresOutside(tx, id, bounds);
  await tx
    .updateTable("games")
    .set({
      ...change,
      ...bounds,
      ...(change.description !== undefined && { description: cleanHtml(change.description) }),
      updatedAt: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
  return {
    boothIds: [...new Set([was.boothId, change.boothId ?? was.boothId])],
    oldPictures: [change.image === undefined ? null : was.image, change.logo === undefined ? null : was.logo],
  };
}

async function hasLine(tx: Tx, gameId: number): Promise<boolean> {
  const entry = await tx
    .selectFrom("queueEntries")
    .select("id")
    .where("gameId", "=", gameId)
    .where("isFinished", "=", false)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

type Bounds = ReturnType<typeof boundsOf>;

/**
 * Says at which field scores that exist stand in the way, and how far they reach. What comes between this look and the
 * change is held by the scores' own constraint, which follows the bounds.
 */
async function refuseScoresOutside(tx: Tx, gameId: number, { finite, min, max }: Bounds): Promise<void> {
  const reach = await tx
    .selectFrom("scores")
    .select(({ fn }) => [fn.min("score").as("lowest"), fn.max("score").as("highest")])
    .where("gameId", "=", gameId)
    .executeTakeFirstOrThrow();
  const isBelow = reach.lowest !== null && reach.lowest < (min ?? 0);
  const isAbove = max !== null && reach.highest !== null && reach.highest > max;
  if (!isBelow && !isAbove) return;
  const field = finite ? (isBelow ? "min" : "max") : "finite";
  throw new Problem("game.scores_outside", { field, details: reach });
}
