import { setTimeout as sleep } from "node:timers/promises";
import { api, Platform, Role } from "@saha/contract";
import { sql } from "kysely";
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

  test("is refused where the booth's deactivation came first", async () => {
    const admin = await saha.given.user({ roleId: Role.Admin });
    const { id: gameId, boothId } = await saha.given.game();
    const player = await saha.given.user();
    const { deactivating, applying } = await saha.core.database.transact(async (tx) => {
      await tx.selectFrom("games").select("id").where("id", "=", gameId).forUpdate().execute();
      const deactivating = admin.call(api.booths.update, { params: { id: boothId }, body: { isActive: false } });
      await sleep(pause);
      const applying = player.call(api.queue.apply, { body: { gameId } });
      await sleep(pause);
      return { deactivating, applying };
    });
    expect((await deactivating).status).toBe(200);
    expect((await applying).code).toBe("queue.booth_inactive");
    const { lastNumber } = await saha.query
      .selectFrom("games")
      .select("lastNumber")
      .where("id", "=", gameId)
      .executeTakeFirstOrThrow();
    expect(lastNumber).toBe(0);
  });
});

describe("a booth whose line a crowd presses for all the time", () => {
  const atOnce = 8;

  test("is closed within a second, and gives no number after that", async () => {
    const admin = await saha.given.user({ roleId: Role.Admin });
    const { id: gameId, boothId } = await saha.given.game();
    const players = await Promise.all(Array.from({ length: atOnce }, () => saha.given.user()));
    let isClosed = false;
    const late: string[] = [];
    const crowd = players.map(async (player) => {
      for (let presses = 0; presses < 500; presses++) {
        const wasClosed = isClosed;
        const { code } = await player.call(api.queue.apply, { body: { gameId } });
        if (wasClosed && code !== "queue.booth_inactive") late.push(String(code));
        if (code !== undefined) return;
        // Out of the line again, so that the next press takes a number too.
        await saha.query
          .updateTable("queueEntries")
          .set({ isFinished: true, finishedAt: sql`now()` })
          .where("userId", "=", player.id)
          .where("isFinished", "=", false)
          .execute();
        await saha.core.accountQuotas.clear(player.id);
      }
    });
    await sleep(pause);
    const began = performance.now();
    const { status } = await admin.call(api.booths.update, { params: { id: boothId }, body: { isActive: false } });
    isClosed = true;
    expect(status).toBe(200);
    expect(performance.now() - began).toBeLessThan(1_000);
    await Promise.all(crowd);
    expect(late).toEqual([]);
  });

  test("is never closed where each press holds the booth until its commit (broken twin)", async () => {
    const { database } = saha.core;
    const { boothId } = await saha.given.game();
    /** Holds the booth as a press does, until it is told to commit. */
    const hold = () =>
      new Promise<() => Promise<void>>((resolve, reject) => {
        const commit = Promise.withResolvers<void>();
        const pressing = database.transact(async (tx) => {
          await tx.selectFrom("booths").select("id").where("id", "=", boothId).forShare().execute();
          resolve(() => {
            commit.resolve();
            return pressing;
          });
          await commit.promise;
        });
        pressing.catch(reject);
      });
    let isOver = false;
    let release = await hold();
    // The next press comes before the last one commits, as in a crowd: chance would let all go at once now and then.
    const crowd = async () => {
      while (!isOver) {
        await sleep(20);
        const next = await hold();
        await release();
        release = next;
      }
      await release();
    };
    const pressing = crowd();
    await sleep(pause);
    const closing = database.transact(async (tx) => {
      await sql`set local statement_timeout = 1000`.execute(tx);
      await tx.updateTable("booths").set({ isActive: false }).where("id", "=", boothId).execute();
    });
    const outcome = await closing.then(
      () => "closed",
      () => "not closed",
    );
    isOver = true;
    await pressing;
    expect(outcome).toBe("not closed");
  });
});
