import { setTimeout as sleep } from "node:timers/promises";
import { api, Platform, Role } from "@saha/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type Server } from "../../test/harness.ts";

let saha: Server;
beforeAll(async () => {
  saha = await openServer();
});
afterAll(() => saha.close());

/** How long each side is given to get where it waits for the other, in milliseconds. */
const pause = 300;

/** Somebody applies while a game is being changed: the look is over, the number is not taken yet. */
async function applyDuring(change: (game: { id: number; boothId: number }) => Promise<void>) {
  const game = await saha.given.game();
  const player = await saha.given.user();
  let applying: ReturnType<typeof apply> | undefined;
  const apply = () => player.call(api.queue.apply, { body: { gameId: game.id } });
  await saha.core.database.transact(async (tx) => {
    await tx.selectFrom("games").select("id").where("id", "=", game.id).forUpdate().execute();
    applying = apply();
    await sleep(pause);
    await change(game);
    await tx.selectFrom("games").select("id").where("id", "=", game.id).execute();
  });
  const answer = await applying;
  const line = await saha.query.selectFrom("queueEntries").select("id").where("gameId", "=", game.id).execute();
  return { code: answer?.code, inLine: line.length };
}

describe("a number that is taken while its game changes", () => {
  test("is refused once the game has no line any more", async () => {
    const game = await saha.given.game();
    const player = await saha.given.user();
    const applying = await saha.core.database.transact(async (tx) => {
      const before = await tx.selectFrom("games").select("id").where("id", "=", game.id).forUpdate().execute();
      expect(before).toHaveLength(1);
      const sent = player.call(api.queue.apply, { body: { gameId: game.id } });
      await sleep(pause);
      await tx.updateTable("games").set({ platformId: Platform.Trivia }).where("id", "=", game.id).execute();
      return { sent };
    });
    expect((await applying.sent).code).toBe("queue.no_line");
    expect(await saha.query.selectFrom("queueEntries").select("id").where("gameId", "=", game.id).execute()).toEqual(
      [],
    );
  });

  test("never follows the booth's deactivation: either side waits for the other", async () => {
    const admin = await saha.given.user({ roleId: Role.Admin });
    let isDeactivated = false;
    let deactivating: Promise<unknown> | undefined;
    const { code, inLine } = await applyDuring(async ({ boothId }) => {
      deactivating = admin.call(api.booths.update, { params: { id: boothId }, body: { isActive: false } }).then(() => {
        isDeactivated = true;
      });
      await sleep(pause);
      // Nobody may be told that the booth is closed while a number of it is being taken.
      expect(isDeactivated).toBe(false);
    });
    await deactivating;
    expect({ code, inLine }).toEqual({ code: undefined, inLine: 1 });
    const player = await saha.given.user();
    const [{ gameId } = { gameId: 0 }] = await saha.query
      .selectFrom("queueEntries")
      .select("gameId")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect((await player.call(api.queue.apply, { body: { gameId } })).code).toBe("queue.booth_inactive");
  });
});
