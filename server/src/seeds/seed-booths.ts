import { assignBoothAdmin } from "../booths/assign-booth-admin.ts";
import { createBoothTheme } from "../booths/create-booth-theme.ts";
import type { Tx } from "../database/database.ts";
import { createGame } from "../games/create-game.ts";
import { type DemoBooth, type DemoGame, demoBooths } from "./demo-booths.ts";

export type SeededGame = DemoGame & { id: number; boothId: number };

/**
 * Seeds the booths of the demo with their themes and games, the first one assigned to a booth admin. Returns the games.
 */
export async function seedBooths(tx: Tx, boothAdminId: number): Promise<SeededGame[]> {
  const games: SeededGame[] = [];
  for (const booth of demoBooths) games.push(...(await seedBooth(tx, booth)));
  const [first] = games;
  if (first) await assignBoothAdmin(tx, { userId: boothAdminId, boothId: first.boothId });
  return games;
}

async function seedBooth(tx: Tx, { name, colours, games }: DemoBooth): Promise<SeededGame[]> {
  const { id: boothId } = await tx.insertInto("booths").values({ name }).returning("id").executeTakeFirstOrThrow();
  await createBoothTheme(tx, { boothId, ...colours });
  const seeded: SeededGame[] = [];
  for (const game of games) seeded.push({ ...game, boothId, id: await seedGame(tx, boothId, game) });
  return seeded;
}

async function seedGame(tx: Tx, boothId: number, { bounds, isPaused, isDoubled, ...game }: DemoGame): Promise<number> {
  const id = await createGame(tx, {
    leaderboard: false,
    externalGame: false,
    ...game,
    boothId,
    finite: bounds !== undefined,
    min: bounds?.min,
    max: bounds?.max,
  });
  await tx
    .updateTable("games")
    .set({ isQueueable: !isPaused, isDoubled: isDoubled ?? false })
    .where("id", "=", id)
    .execute();
  return id;
}
