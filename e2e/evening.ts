import { randomUUID } from "node:crypto";
import { api, type Booth, type Game, Platform, type QueueEntry, Role } from "@saha/contract";
import type { Person } from "./accounts.ts";
import type { Given } from "./fixtures.ts";

let count = 0;

/** A game of a booth. */
export function givenGame(given: Given, booth: Booth, fields: Partial<Game> = {}): Promise<Game> {
  return given.admin(api.games.create, {
    body: {
      name: fields.name ?? `تيكن ${++count}`,
      shortName: fields.shortName ?? "تيكن",
      winPoints: fields.winPoints ?? 50,
      losePoints: fields.losePoints ?? 5,
      platformId: fields.platformId ?? Platform.PlayStation,
      boothId: booth.id,
    },
  });
}

/** An active booth with one game, and the booth admin who runs it. */
export async function givenBooth(given: Given): Promise<{ booth: Booth; game: Game; staff: Person }> {
  const booth = await given.admin(api.booths.create, { body: { name: `حلبة القتال ${++count}` } });
  const [game, staff] = await Promise.all([givenGame(given, booth), given.person(Role.BoothAdmin)]);
  await given.admin(api.booths.assignAdmin, { body: { userId: staff.session.user.id, boothId: booth.id } });
  return { booth, game, staff };
}

/** A player who has joined the line of a game. */
export async function givenPlayer(given: Given, game: Game): Promise<Person & { entry: QueueEntry }> {
  const player = await given.person(Role.User);
  return { ...player, entry: await apply(player, game) };
}

export function apply(player: Person, { id }: Game): Promise<QueueEntry> {
  return player.call(api.queue.apply, { body: { gameId: id } }, { idempotencyKey: randomUUID() });
}

/** What a player has in a game. */
export async function scoreOf({ call, session }: Person, game: Game): Promise<number> {
  const params = { userId: String(session.user.id), gameId: String(game.id) };
  return (await call(api.scores.get, { params })).score;
}
