import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { full, retryWhileBusy } from "../../test/soak.ts";
import type { Tx } from "../database/database.ts";

const presses = full({ full: 100, otherwise: 100 });
const rounds = full({ full: 200, otherwise: 12 });
const crowd = full({ full: 500, otherwise: 60 });
const timeout = full({ full: 900_000, otherwise: 120_000 });

const opened: Server[] = [];
afterAll(() => Promise.all(opened.map((saha) => saha.close())));
async function serverFor(): Promise<Server> {
  const saha = await openServer();
  opened.push(saha);
  return saha;
}

type Evening = Awaited<ReturnType<typeof openEvening>>;

/** A game with two people who run it, and players who have not applied yet. */
async function openEvening(facts: Parameters<Server["given"]["game"]>[0] = {}) {
  const saha = await serverFor();
  const game = await saha.given.game({ winPoints: 10, losePoints: 1, ...facts });
  const [booth, admin] = [await saha.given.boothAdmin(game.boothId), await saha.given.user({ roleId: Role.Admin })];
  return { saha, game, booth, admin };
}

const ask = async (press: () => Promise<{ code: string | undefined }>) => (await retryWhileBusy(press)).code ?? "done";
const apply = ({ game }: Evening, player: Member) =>
  ask(() => player.call(api.queue.apply, { body: { gameId: game.id } }));
const inLine = async (evening: Evening, userId?: number) => {
  const { id } = await evening.saha.given.entry({
    userId: userId ?? (await evening.saha.given.user()).id,
    gameId: evening.game.id,
  });
  return evening.saha.query.selectFrom("queueEntries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
};
const result = ({ game }: Evening, by: Member, kind: "win" | "lose", entry: { id: number; userId: number }) =>
  ask(() =>
    by.call(api.scores[kind], { params: { userId: entry.userId, gameId: game.id }, body: { queueId: entry.id } }),
  );
const tally = (codes: string[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));

describe("at once", () => {
  test(
    `${presses} wins on one entry, by two staff, change the score once`,
    async () => {
      const evening = await openEvening();
      const entry = await inLine(evening);
      const staff = [evening.booth, evening.admin];
      const codes = await Promise.all(
        Array.from({ length: presses }, (_, i) => result(evening, staff[i % 2] as Member, "win", entry)),
      );
      expect(tally(codes)).toEqual({ done: 1, "queue.finished": presses - 1 });
      const scores = await evening.saha.query.selectFrom("scores").select("score").execute();
      expect(scores).toEqual([{ score: 10 }]);
      expect(await evening.saha.query.selectFrom("scoreLog").select("id").execute()).toHaveLength(1);
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    "win and lose: one of them, whichever was first",
    async () => {
      const evening = await openEvening();
      for (let round = 0; round < rounds; round++) {
        const entry = await inLine(evening);
        const codes = await Promise.all([
          result(evening, evening.booth, "win", entry),
          result(evening, evening.admin, "lose", entry),
          result(evening, evening.admin, "win", entry),
          ask(() => evening.booth.call(api.queue.remove, { params: { id: entry.id } })),
        ]);
        expect(tally(codes)).toEqual({ done: 1, "queue.finished": 3 });
      }
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    "two applies from two phones: one place in line",
    async () => {
      const evening = await openEvening();
      for (let round = 0; round < rounds; round++) {
        const phone = await evening.saha.given.user();
        const other = await evening.saha.given.signIn(phone);
        const codes = await Promise.all([apply(evening, phone), apply(evening, other)]);
        expect(codes.sort()).toEqual(["done", "queue.already_in_line"]);
      }
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    `${crowd} people apply: each number once, none left out`,
    async () => {
      const evening = await openEvening();
      const people = await Promise.all(Array.from({ length: crowd }, () => evening.saha.given.user()));
      expect(tally(await Promise.all(people.map((player) => apply(evening, player))))).toEqual({ done: crowd });
      const entries = await evening.saha.query.selectFrom("queueEntries").select("number").orderBy("number").execute();
      expect(entries.map(({ number }) => number)).toEqual(people.map((_, i) => i + 1));
    },
    timeout,
  );

  test(
    "undo and apply: the player stands in line once",
    async () => {
      const evening = await openEvening();
      for (let round = 0; round < rounds; round++) {
        const player = await evening.saha.given.user();
        const entry = await inLine(evening, player.id);
        await result(evening, evening.booth, "win", entry);
        const codes = await Promise.all([
          ask(() => evening.booth.call(api.queue.undo, { params: { id: entry.id } })),
          apply(evening, player),
        ]);
        expect([
          ["done", "queue.already_in_line"],
          ["queue.applied_again", "done"],
        ]).toContainEqual(codes);
      }
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    "many undo presses: one counter-row",
    async () => {
      const evening = await openEvening();
      const entry = await inLine(evening);
      await result(evening, evening.booth, "win", entry);
      const undo = () => ask(() => evening.booth.call(api.queue.undo, { params: { id: entry.id } }));
      expect(tally(await Promise.all(Array.from({ length: 20 }, undo)))).toEqual({ done: 1, "queue.undone": 19 });
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    "call and Enter by two staff: the later press stands, whole",
    async () => {
      const evening = await openEvening();
      for (let round = 0; round < rounds; round++) {
        const { id } = await inLine(evening);
        const body = { queueId: id };
        await Promise.all([
          evening.booth.call(api.queue.call, { body }),
          evening.admin.call(api.queue.enter, { body }),
        ]);
        const { data } = await evening.admin.call(api.queue.get, { params: { id } });
        expect(data.calledAt).not.toBeNull();
        expect(data.state).toBe(data.enteredAt === null ? "called" : "entered");
      }
    },
    timeout,
  );

  test(
    "a call and the end of the game elsewhere: nobody is held for a game that is over",
    async () => {
      const evening = await openEvening();
      const elsewhere = await evening.saha.given.game();
      for (let round = 0; round < rounds; round++) {
        const player = await evening.saha.given.user();
        const entry = await inLine(evening, player.id);
        const other = await evening.saha.given.entry({ userId: player.id, gameId: elsewhere.id });
        await evening.admin.call(api.queue.update, { params: { id: other.id }, body: { isPlaying: true } });
        await Promise.all([
          evening.booth.call(api.queue.call, { body: { queueId: entry.id } }),
          evening.admin.call(api.queue.remove, { params: { id: other.id } }),
        ]);
      }
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test.each([
    ["blocking", { isBlocked: true }],
    ["joining the staff", { roleId: Role.ScanAdmin }],
  ])(
    "%s against win and apply: nobody who may not stands in line, and no result is lost or doubled",
    async (_what, change) => {
      const evening = await openEvening();
      const other = await evening.saha.given.game();
      for (let round = 0; round < rounds; round++) {
        const player = await evening.saha.given.user();
        const entry = await inLine(evening, player.id);
        const [code] = await Promise.all([
          result(evening, evening.booth, "win", entry),
          ask(() => player.call(api.queue.apply, { body: { gameId: other.id } })),
          evening.admin.call(api.users.update, { params: { id: player.id }, body: change }),
        ]);
        const params = { userId: player.id, gameId: evening.game.id };
        const { data } = await evening.admin.call(api.scores.get, { params });
        expect([code, data.score]).toEqual(code === "done" ? ["done", 10] : ["queue.finished", 0]);
      }
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    "tightening a bound against wins: no score ends beyond it",
    async () => {
      const evening = await openEvening({ finite: true, min: 0, max: 1000 });
      for (let round = 0; round < rounds; round++) {
        const entry = await inLine(evening);
        const max = round % 2 === 0 ? 9 : 1000;
        await Promise.all([
          result(evening, evening.booth, "win", entry),
          ask(() => evening.admin.call(api.games.update, { params: { id: evening.game.id }, body: { max } })),
        ]);
      }
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );
});

/*
 * The same rules with their locks and guards left out: they look first, take their time as a busy database does, and
 * write.
 */
describe("the broken twin", () => {
  const hesitate = () => sleep(30 + Math.random() * 10);
  const settled = async (work: Promise<unknown>[]) =>
    (await Promise.allSettled(work)).filter(({ status }) => status === "fulfilled").length;

  async function naiveWin({ saha, game, booth }: Evening, entry: { id: number; userId: number }): Promise<void> {
    await saha.core.database.transact(async (tx) => {
      const now = await tx
        .selectFrom("queueEntries")
        .select("isFinished")
        .where("id", "=", entry.id)
        .executeTakeFirst();
      if (now?.isFinished) throw new Error("finished");
      const before = await tx
        .selectFrom("scores")
        .select("score")
        .where("userId", "=", entry.userId)
        .executeTakeFirst();
      const previous = before?.score ?? 0;
      await hesitate();
      await tx
        .updateTable("queueEntries")
        .set({ isFinished: true, finishedAt: sql`now()` })
        .where("id", "=", entry.id)
        .execute();
      const { id: gameId } = game;
      const score = previous + 10;
      await tx
        .insertInto("scores")
        .values({ userId: entry.userId, gameId, score, lowest: 0, highest: 1_000_000_000 })
        .onConflict((conflict) => conflict.columns(["userId", "gameId"]).doUpdateSet({ score }))
        .execute();
      await tx
        .insertInto("scoreLog")
        .values({
          actorId: booth.id,
          userId: entry.userId,
          gameId,
          queueEntryId: entry.id,
          reason: "win",
          previousScore: previous,
          currentScore: score,
        })
        .execute();
    });
  }

  const withoutTriggers = (saha: Server) =>
    sql`alter table queue_entries disable trigger user; alter table scores disable trigger user;
      alter table score_log disable trigger user`.execute(saha.owner);

  test(
    "wins one entry more than once, and the laws see it",
    async () => {
      const evening = await openEvening();
      await sql`drop index score_log_one_result`.execute(evening.saha.owner);
      await withoutTriggers(evening.saha);
      const entry = await inLine(evening);
      expect(await settled(Array.from({ length: 10 }, () => naiveWin(evening, entry)))).toBeGreaterThan(1);
      expect(await brokenLaws(evening.saha.query)).toEqual(
        expect.arrayContaining(["an entry with two results in force", "a score is not the sum of its log"]),
      );
    },
    timeout,
  );

  test(
    "is held to one result by the index alone, and to the sum by the trigger alone",
    async () => {
      const byIndex = await openEvening();
      await withoutTriggers(byIndex.saha);
      const entry = await inLine(byIndex);
      expect(await settled(Array.from({ length: 10 }, () => naiveWin(byIndex, entry)))).toBe(1);
      expect(await brokenLaws(byIndex.saha.query)).toEqual([]);

      const byTrigger = await openEvening();
      const player = await byTrigger.saha.given.user();
      const games = [byTrigger.game, await byTrigger.saha.given.game()];
      for (let round = 0; round < 5; round++) {
        const entries = await Promise.all(
          games.map(({ id }) => byTrigger.saha.given.entry({ userId: player.id, gameId: id })),
        );
        // Both into the score of the first game, as a rule that forgets the game would.
        await settled(entries.map(({ id }) => naiveWin(byTrigger, { id, userId: player.id })));
        for (const { id } of entries) {
          await byTrigger.admin.call(api.queue.remove, { params: { id } });
        }
      }
      expect(await brokenLaws(byTrigger.saha.query)).not.toContain("a score is not the sum of its log");
    },
    timeout,
  );

  const naiveApply = ({ saha, game }: Evening, userId: number, pause = hesitate) =>
    saha.core.database.transact(async (tx: Tx) => {
      const own = tx
        .selectFrom("queueEntries")
        .select("id")
        .where("userId", "=", userId)
        .where("isFinished", "=", false);
      const user = await tx.selectFrom("users").select("isBlocked").where("id", "=", userId).executeTakeFirst();
      const { lastNumber } = await tx
        .selectFrom("games")
        .select("lastNumber")
        .where("id", "=", game.id)
        .executeTakeFirstOrThrow();
      if (user?.isBlocked || (await own.executeTakeFirst())) throw new Error("refused");
      await pause();
      const number = lastNumber + 1;
      await tx.updateTable("games").set({ lastNumber: number }).where("id", "=", game.id).execute();
      await tx.insertInto("queueEntries").values({ gameId: game.id, userId, number }).execute();
    });

  test(
    "puts a person in line twice and gives a number twice, and the laws see it",
    async () => {
      const evening = await openEvening();
      await sql`drop index queue_entries_one_unfinished`.execute(evening.saha.owner);
      await sql`alter table queue_entries drop constraint queue_entries_number`.execute(evening.saha.owner);
      const { id } = await evening.saha.given.user();
      const presses = [1, 2, 3, 4, 5];
      let looked = 0;
      const { promise: allLooked, resolve } = Promise.withResolvers<void>();
      const pause = () => {
        if (++looked === presses.length) resolve();
        return allLooked;
      };
      expect(await settled(presses.map(() => naiveApply(evening, id, pause)))).toBe(presses.length);
      expect(await brokenLaws(evening.saha.query)).toEqual([
        "two unfinished entries of one person in one game",
        "a number given twice",
      ]);
    },
    timeout,
  );

  test(
    "is held to one place and to each number once by the constraints alone",
    async () => {
      const evening = await openEvening();
      const people = await Promise.all(Array.from({ length: 10 }, () => evening.saha.given.user()));
      await settled(people.flatMap(({ id }) => [naiveApply(evening, id), naiveApply(evening, id)]));
      expect(await brokenLaws(evening.saha.query)).toEqual([]);
    },
    timeout,
  );

  test(
    "lets somebody in line who is being blocked, and the laws see it",
    async () => {
      const evening = await openEvening();
      const { id } = await evening.saha.given.user();
      const applying = naiveApply(evening, id, () => sleep(1_500));
      await sleep(200);
      await evening.admin.call(api.users.update, { params: { id }, body: { isBlocked: true } });
      await applying;
      expect(await brokenLaws(evening.saha.query)).toEqual(["somebody blocked, gone or of the staff stands in line"]);
    },
    timeout,
  );

  test(
    "holds somebody for a game that has just ended, and the laws see it",
    async () => {
      const evening = await openEvening();
      const elsewhere = await evening.saha.given.game();
      const player = await evening.saha.given.user();
      const entry = await inLine(evening, player.id);
      const other = await evening.saha.given.entry({ userId: player.id, gameId: elsewhere.id });
      await evening.admin.call(api.queue.update, { params: { id: other.id }, body: { isPlaying: true } });
      const calling = evening.saha.core.database.transact(async (tx) => {
        const playing = await tx
          .selectFrom("queueEntries")
          .select("id")
          .where("userId", "=", player.id)
          .where("isPlaying", "=", true)
          .executeTakeFirst();
        await sleep(1_500);
        await tx
          .updateTable("queueEntries")
          .set({ calledAt: sql`now()`, held: playing ? "elsewhere" : null })
          .where("id", "=", entry.id)
          .execute();
      });
      await sleep(200);
      await evening.admin.call(api.queue.remove, { params: { id: other.id } });
      await calling;
      expect(await brokenLaws(evening.saha.query)).toEqual(["held for a game that nobody plays"]);
    },
    timeout,
  );
});
