import { Platform, Role, usernameKey } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { createGame } from "../games/create-game.ts";

export const rushPassword = "saha-rush-2026";
/** Who serves the crowd; the players are `player-1` to `player-500`. */
export const rushAccounts = [
  { username: "admin", name: "سارة المنصوري", roleId: Role.Admin },
  { username: "gameadmin", name: "خالد العتيبي", roleId: Role.GameAdmin },
];
const players = 500;

/** Seeds a crowd for load: 500 players in the line of one game, and who calls them (rules §8). */
export async function seedRush(tx: Tx, passwordHash: string): Promise<void> {
  const crowd = Array.from({ length: players }, (_, at) => ({ username: `player-${at + 1}`, name: `لاعب ${at + 1}` }));
  const accounts = [...rushAccounts, ...crowd.map((player) => ({ ...player, roleId: Role.User }))];
  const users = await tx
    .insertInto("users")
    .values(accounts.map((account) => ({ ...account, usernameKey: usernameKey(account.username), passwordHash })))
    .returning(["id", "roleId"])
    .execute();
  const booth = await tx.insertInto("booths").values({ name: "جناح الزحام" }).returning("id").executeTakeFirstOrThrow();
  const gameId = await createGame(tx, {
    name: "بطولة الزحام",
    shortName: "الزحام",
    description: "",
    winPoints: 10,
    losePoints: 1,
    platformId: Platform.Pc,
    boothId: booth.id,
    leaderboard: true,
    externalGame: false,
    finite: false,
  });
  const line = users.filter(({ roleId }) => roleId === Role.User);
  await tx
    .insertInto("queueEntries")
    .values(line.map(({ id: userId }, at) => ({ gameId, userId, number: at + 1 })))
    .execute();
  await tx.updateTable("games").set({ lastNumber: line.length }).where("id", "=", gameId).execute();
}
