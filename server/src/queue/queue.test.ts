import { api, Platform, type QueueEntry, type QueueState, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { readersAtOnce } from "../../test/held-readers.ts";
import { brokenLaws } from "../../test/laws.ts";
import { buildApp } from "../app.ts";
import { openStaffQuotas } from "../limits/quota.ts";
import { closeLines } from "./close-lines.ts";

const saha = await openServer();
const { given, query } = saha;
const admin = await given.user({ roleId: Role.Admin });
afterAll(async () => {
  expect(await brokenLaws(query)).toEqual([]);
  await saha.close();
});

test("what staff see of the lines is read once for all who ask at once", async () => {
  const { staff, entry } = await openLine(2);
  const keeper = await given.user({ roleId: Role.GameAdmin });
  const listed = async (by: Member) => {
    const { data } = await by.call(api.queue.list);
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([entry(0).id, entry(1).id]));
  };
  const of = (by: Member) => Array.from({ length: 8 }, () => () => listed(by));
  // One of what all see, one of the booth, and what is told of the line; 16, all that the pool has, where each reads.
  const readers = await readersAtOnce(saha, "queue_entries", [...of(admin), ...of(keeper), ...of(staff)]);
  expect(readers).toBeLessThanOrEqual(5);
});

const apply = (member: Member, gameId: number) => member.call(api.queue.apply, { body: { gameId } });
const call = (staff: Member, queueId: number) => staff.call(api.queue.call, { body: { queueId } });
const enter = (staff: Member, queueId: number) => staff.call(api.queue.enter, { body: { queueId } });
const play = (staff: Member, id: number, isPlaying = true) =>
  staff.call(api.queue.update, { params: { id }, body: { isPlaying } });
const finish = (staff: Member, id: number) => staff.call(api.queue.remove, { params: { id } });
const finishShown = (staff: Member, id: number, state: QueueState) =>
  staff.call(api.queue.remove, { params: { id }, query: { state } });
const answer = (member: Member, id: number, word: "coming" | "later" | "here") =>
  member.call(api.queue.answer, { params: { id }, body: { answer: word } });
const slotsOf = async (member: Member) => (await member.call(api.queue.slots, { params: { id: member.id } })).data;
/** Lets a call expire, as time would. */
const expire = (id: number) =>
  query
    .updateTable("queueEntries")
    .set({ callExpiresAt: sql`now() - interval '1 second'` })
    .where("id", "=", id)
    .execute();

/** A game whose line these people stand in, one after the other, and who runs its booth. */
async function openLine(count: number) {
  const game = await given.game();
  const staff = await given.boothAdmin(game.boothId);
  const players: Member[] = [];
  const entries: QueueEntry[] = [];
  for (let i = 0; i < count; i++) {
    const player = await given.user();
    players.push(player);
    entries.push((await apply(player, game.id)).data);
  }
  const at = <T>(list: T[], i: number) => list[i] as T;
  return { game, staff, player: (i: number) => at(players, i), entry: (i: number) => at(entries, i) };
}

test("staff delete nobody out of another state than they were shown; who is late was called", async () => {
  const { staff, entry } = await openLine(3);
  const [playing, late, held] = [entry(0).id, entry(1).id, entry(2).id];
  await call(staff, playing);
  await play(staff, playing);
  expect((await finishShown(staff, playing, "called")).code).toBe("request.outdated");
  expect((await finishShown(staff, playing, "playing")).status).toBe(200);
  // Pressed again after a lost answer.
  expect((await finishShown(staff, playing, "playing")).code).toBe("queue.finished");
  await call(staff, late);
  await expire(late);
  expect((await finishShown(staff, late, "waiting")).code).toBe("request.outdated");
  expect((await finishShown(staff, late, "called")).status).toBe(200);
  await play(staff, held);
  const win = (state?: QueueState) =>
    staff.call(
      api.scores.win,
      { params: { userId: entry(2).userId, gameId: entry(2).gameId }, body: { queueId: held, state } },
      { key: given.key() },
    );
  await play(staff, held, false);
  expect((await win("playing")).code).toBe("request.outdated");
  await play(staff, held);
  expect((await win("playing")).status).toBe(200);
  expect((await win("playing")).code).toBe("queue.finished");
});

describe("applying", () => {
  test("gives the next number, never one twice, and the place in line", async () => {
    const { game, staff, entry, player } = await openLine(3);
    expect([entry(0), entry(1), entry(2)].map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(entry(0)).toMatchObject({
      gameId: game.id,
      userId: player(0).id,
      state: "waiting",
      playingElsewhere: false,
    });
    await finish(staff, entry(2).id);
    expect((await apply(player(2), game.id)).data.number).toBe(4);
    expect(await slotsOf(player(2))).toMatchObject([
      { gameId: game.id, number: 4, slot: 3, state: "waiting", wait: null },
    ]);
  });

  test.each([
    ["a game that is not there", "game.not_found", async () => 2_147_483_647],
    ["an inactive game", "queue.game_inactive", async () => (await given.game({ isActive: false })).id],
    ["a paused one", "queue.paused", async () => (await given.game({ isQueueable: false })).id],
    [
      "one of an inactive booth",
      "queue.booth_inactive",
      async () => (await given.game({ boothId: (await given.booth({ isActive: false })).id })).id,
    ],
    ["Trivia", "queue.no_line", async () => (await given.game({ platformId: Platform.Trivia })).id],
    ["Quest", "queue.no_line", async () => (await given.game({ platformId: Platform.Quest })).id],
    ["Super Trivia", "queue.no_line", async () => (await given.game({ platformId: Platform.SuperTrivia })).id],
  ])("to %s is refused: %s", async (_what, code, gameOf) => {
    const player = await given.user();
    expect((await apply(player, await gameOf())).code).toBe(code);
    expect((await player.call(api.queue.mine)).data).toEqual([]);
  });

  test("twice in one game is refused, in two games is not", async () => {
    const { game, player } = await openLine(1);
    const again = await apply(player(0), game.id);
    expect([again.code, again.refusal?.message]).toEqual([
      "queue.already_in_line",
      "لديك دور في طابور هذه اللعبة بالفعل",
    ]);
    expect((await apply(player(0), (await given.game()).id)).status).toBe(201);
  });

  test("under one key gives one number, however often it is sent", async () => {
    const [player, game, key] = [await given.user(), await given.game(), given.key()];
    const first = await player.call(api.queue.apply, { body: { gameId: game.id } }, { key });
    const again = await player.call(api.queue.apply, { body: { gameId: game.id } }, { key });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test("is limited to 30 an hour, and so is leaving; a game that is not there costs nothing", async () => {
    const [player, game] = [await given.user(), await given.game()];
    for (let i = 0; i < 31; i++) expect((await apply(player, 2_147_483_647)).code).toBe("game.not_found");
    for (let i = 0; i < 30; i++) {
      const { data } = await apply(player, game.id);
      expect((await finish(player, data.id)).status).toBe(200);
    }
    expect((await apply(player, game.id)).code).toBe("request.too_many");
    const entry = await given.entry({ userId: player.id, gameId: game.id });
    expect((await finish(player, entry.id)).code).toBe("request.too_many");
  });
});

describe("the way of an entry", () => {
  test("waiting, called, entered, playing, back at its number, playing, finished", async () => {
    const { staff, entry, player } = await openLine(2);
    const { id } = entry(0);
    const called = (await call(staff, id)).data;
    expect(called).toMatchObject({ state: "called", answer: null, enteredAt: null });
    expect(Date.parse(called.callExpiresAt ?? "") - Date.parse(called.calledAt ?? "")).toBe(180_000);
    expect((await enter(staff, id)).data).toMatchObject({ state: "entered", calledAt: called.calledAt });
    expect((await play(staff, id)).data).toMatchObject({ state: "playing", isPlaying: true });
    expect(await slotsOf(player(0))).toMatchObject([{ slot: 0, state: "playing" }]);
    expect(await slotsOf(player(1))).toMatchObject([{ slot: 1 }]);
    const back = (await play(staff, id, false)).data;
    expect(back).toMatchObject({ state: "waiting", number: 1, calledAt: null, enteredAt: null });
    expect(await slotsOf(player(1))).toMatchObject([{ slot: 2 }]);
    await play(staff, id);
    expect((await finish(staff, id)).data).toEqual({ id });
    expect(await slotsOf(player(0))).toEqual([]);
  });

  test("a repeated press changes nothing more", async () => {
    const { staff, entry } = await openLine(1);
    const { id } = entry(0);
    expect((await play(staff, id, false)).data.state).toBe("waiting");
    const playing = (await play(staff, id)).data;
    expect((await play(staff, id)).data).toEqual(playing);
    expect((await staff.call(api.queue.update, { params: { id }, body: {} })).data).toEqual(playing);
    expect((await call(staff, id)).code).toBe("queue.playing");
    expect((await enter(staff, id)).code).toBe("queue.playing");
  });

  test("what is finished never changes, whoever presses what", async () => {
    const { staff, entry, player } = await openLine(1);
    const { id } = entry(0);
    await staff.call(api.queue.update, { params: { id }, body: { isFinished: true } });
    const before = await query.selectFrom("queueEntries").selectAll().where("id", "=", id).executeTakeFirst();
    const presses = [
      await call(staff, id),
      await enter(staff, id),
      await play(staff, id),
      await play(staff, id, false),
      await finish(staff, id),
      await finish(player(0), id),
      await answer(player(0), id, "here"),
    ];
    expect(presses.map(({ code }) => code)).toEqual(presses.map(() => "queue.finished"));
    expect(await query.selectFrom("queueEntries").selectAll().where("id", "=", id).executeTakeFirst()).toEqual(before);
    await expect(
      sql`update queue_entries set is_finished = false, finished_at = null where id = ${id}`.execute(query),
    ).rejects.toThrow("a finished queue entry stays as it is");
  });

  test("playing and finished at once is refused at its field", async () => {
    const { staff, entry } = await openLine(1);
    const both = { isPlaying: true, isFinished: true };
    const refused = await staff.call(api.queue.update, { params: { id: entry(0).id }, body: both });
    expect([refused.status, refused.refusal?.issues?.[0]?.field]).toEqual([400, "isFinished"]);
  });

  test("a player leaves the own line, but not a game that has begun", async () => {
    const { staff, entry, player } = await openLine(2);
    expect((await finish(player(0), entry(0).id)).status).toBe(200);
    await play(staff, entry(1).id);
    expect((await finish(player(1), entry(1).id)).code).toBe("queue.playing");
  });
});

describe("the call", () => {
  test("coming: the place is kept and never late", async () => {
    const { staff, entry, player } = await openLine(1);
    const { id } = entry(0);
    expect((await answer(player(0), id, "coming")).code).toBe("queue.not_called");
    await call(staff, id);
    expect((await answer(player(0), id, "coming")).data).toMatchObject({ state: "called", answer: "coming" });
    await expire(id);
    expect(await slotsOf(player(0))).toMatchObject([{ slot: 1, state: "called" }]);
    expect((await answer(player(0), id, "coming")).data.state).toBe("called");
    expect((await answer(player(0), id, "here")).code).toBe("queue.not_held");
  });

  test("later: held, out of line, and by `here` back at the own number, first of those passed over", async () => {
    const { staff, entry, player } = await openLine(3);
    await call(staff, entry(0).id);
    expect((await answer(player(0), entry(0).id, "later")).data).toMatchObject({ state: "held", answer: "later" });
    expect(await slotsOf(player(0))).toMatchObject([{ slot: null, state: "held", wait: null }]);
    expect(await slotsOf(player(2))).toMatchObject([{ slot: 2 }]);
    expect((await answer(player(0), entry(0).id, "later")).status).toBe(200);
    expect((await answer(player(0), entry(0).id, "coming")).code).toBe("queue.not_called");
    expect((await answer(player(0), entry(0).id, "here")).data).toMatchObject({ state: "waiting", number: 1 });
    expect(await slotsOf(player(0))).toMatchObject([{ slot: 1 }]);
    expect(await slotsOf(player(2))).toMatchObject([{ slot: 3 }]);
  });

  test("who does not answer is late when it expires, and loses nothing", async () => {
    const { staff, entry, player } = await openLine(2);
    await call(staff, entry(0).id);
    await expire(entry(0).id);
    expect(await slotsOf(player(0))).toMatchObject([{ slot: null, state: "late" }]);
    expect(await slotsOf(player(1))).toMatchObject([{ slot: 1 }]);
    expect((await staff.call(api.queue.list)).data.map(({ state }) => state)).toEqual(["late", "waiting"]);
    // Who is late and says that they come is here.
    expect((await answer(player(0), entry(0).id, "coming")).data).toMatchObject({ state: "waiting", answer: "here" });
    expect(await slotsOf(player(0))).toMatchObject([{ slot: 1 }]);
  });

  test.each(["late", "held"])("%s ends by a call, Enter or Playing of staff", async (state) => {
    const { staff, entry, player } = await openLine(3);
    for (const i of [0, 1, 2]) {
      await call(staff, entry(i).id);
      if (state === "held") await answer(player(i), entry(i).id, "later");
      else await expire(entry(i).id);
      expect((await player(i).call(api.queue.get, { params: { id: entry(i).id } })).data.state).toBe(state);
    }
    expect((await call(staff, entry(0).id)).data).toMatchObject({ state: "called", answer: null });
    expect((await enter(staff, entry(1).id)).data.state).toBe("entered");
    expect((await play(staff, entry(2).id)).data.state).toBe("playing");
  });

  test("a call made again begins anew: answer and Enter are gone", async () => {
    const { staff, entry, player } = await openLine(1);
    await call(staff, entry(0).id);
    await answer(player(0), entry(0).id, "coming");
    await enter(staff, entry(0).id);
    expect((await call(staff, entry(0).id)).data).toMatchObject({ state: "called", answer: null, enteredAt: null });
  });

  test("while playing elsewhere: held by itself, back in line when that game ends", async () => {
    const [here, there] = [await openLine(1), await openLine(0)];
    const player = here.player(0);
    const other = (await apply(player, there.game.id)).data;
    await play(there.staff, other.id);
    expect((await here.staff.call(api.queue.list)).data).toMatchObject([{ playingElsewhere: true }]);
    const called = (await call(here.staff, here.entry(0).id)).data;
    expect(called).toMatchObject({ state: "held", callExpiresAt: null, answer: null });
    await finish(there.staff, other.id);
    expect((await here.staff.call(api.queue.list)).data).toMatchObject([
      { state: "waiting", calledAt: null, playingElsewhere: false },
    ]);
  });

  test("an answer to somebody else's call, or to none, is refused", async () => {
    const { staff, entry, player } = await openLine(2);
    await call(staff, entry(0).id);
    expect((await answer(player(1), entry(0).id, "coming")).code).toBe("queue.not_found");
    expect((await answer(player(1), 2_147_483_647, "coming")).code).toBe("queue.not_found");
    expect((await answer(player(1), entry(1).id, "here")).code).toBe("queue.not_held");
    await play(staff, entry(0).id);
    expect((await answer(player(0), entry(0).id, "later")).code).toBe("queue.playing");
  });
});

describe("who sees what", () => {
  let line: Awaited<ReturnType<typeof openLine>>;
  let other: Awaited<ReturnType<typeof openLine>>;
  const seen = async (member: Member) => {
    const entries = (await member.call(api.queue.list)).data;
    return [line.entry(0), line.entry(1), other.entry(0)].map(({ id }) => entries.some((entry) => entry.id === id));
  };
  beforeAll(async () => {
    [line, other] = [await openLine(2), await openLine(1)];
    await play(line.staff, line.entry(1).id);
  });

  test("a booth admin the own booth's, the score admin who plays, game admin and administrator all, people their own", async () => {
    expect(await seen(line.staff)).toEqual([true, true, false]);
    expect(await seen(await given.user({ roleId: Role.ScoreAdmin }))).toEqual([false, true, false]);
    expect(await seen(await given.user({ roleId: Role.GameAdmin }))).toEqual([true, true, true]);
    expect(await seen(admin)).toEqual([true, true, true]);
    expect(await seen(line.player(0))).toEqual([true, false, false]);
  });

  test("another booth's entry is as unknown as none", async () => {
    const id = line.entry(0).id;
    const presses = [
      await call(other.staff, id),
      await enter(other.staff, id),
      await play(other.staff, id),
      await finish(other.staff, id),
      await other.staff.call(api.queue.get, { params: { id } }),
      await other.player(0).call(api.queue.get, { params: { id } }),
      await finish(other.player(0), id),
    ];
    expect(presses.map(({ code }) => code)).toEqual(presses.map(() => "queue.not_found"));
  });

  test("a booth admin without a booth is told so, also when it is taken away meanwhile", async () => {
    await admin.call(api.booths.assignAdmin, { body: { userId: other.staff.id, boothId: null } });
    const english = await other.staff.call(api.queue.list, undefined, { language: "en" });
    expect([english.code, english.refusal?.message]).toEqual(["queue.no_booth", "Admin has no booth assigned"]);
    expect((await call(other.staff, other.entry(0).id)).code).toBe("queue.no_booth");
    await admin.call(api.booths.assignAdmin, { body: { userId: other.staff.id, boothId: other.game.boothId } });
  });

  test("entries of Trivia, Quest and Super Trivia and finished ones are seen by nobody", async () => {
    const quest = await given.game({ platformId: Platform.Quest });
    const player = await given.user();
    const entry = await given.entry({ userId: player.id, gameId: quest.id });
    expect((await player.call(api.queue.list)).data).toEqual([]);
    expect((await admin.call(api.queue.get, { params: { id: entry.id } })).code).toBe("queue.not_found");
    const left = (await apply(player, line.game.id)).data;
    await finish(player, left.id);
    expect((await admin.call(api.queue.get, { params: { id: left.id } })).code).toBe("queue.not_found");
    await query.deleteFrom("queueEntries").where("id", "=", entry.id).execute();
  });

  test("somebody's places: the own, and for those who run lines", async () => {
    const of = line.player(0);
    const read = async (member: Member) => (await member.call(api.queue.slots, { params: { id: of.id } })).code;
    expect(await read(line.player(1))).toBe("user.not_found");
    expect(await read(await given.user({ roleId: Role.TriviaAdmin }))).toBe("user.not_found");
    expect(await read(line.staff)).toBeUndefined();
    expect(await read(admin)).toBeUndefined();
  });
});

describe("when things change", () => {
  test("who is in line of a game or booth that closes plays on", async () => {
    const { game, staff, entry } = await openLine(1);
    await admin.call(api.games.update, { params: { id: game.id }, body: { isActive: false, isQueueable: false } });
    await admin.call(api.booths.update, { params: { id: game.boothId }, body: { isActive: false } });
    expect((await call(staff, entry(0).id)).data.state).toBe("called");
    expect((await play(staff, entry(0).id)).data.state).toBe("playing");
  });

  test("what waits when the event's day ends is finished; who plays, and who came since, stays", async () => {
    const { staff, entry } = await openLine(4);
    // Three hours ahead of UTC, also where the database takes the name for behind it: ends at 02:00 by UTC.
    const days = { timeZone: "+03:00", dayEnds: "05:00" };
    const end = sql<string>`date_trunc('day', now() - interval '2 hours') + interval '2 hours'`;
    await play(staff, entry(0).id);
    await call(staff, entry(1).id);
    expect(await closeLines(saha.core.database, days)).toBe(0);
    const old = [0, 1, 2].map((i) => entry(i).id);
    await query
      .updateTable("queueEntries")
      .set({ createdAt: sql`${end} - interval '1 second'` })
      .where("id", "in", old)
      .execute();
    await query.updateTable("queueEntries").set({ createdAt: end }).where("id", "=", entry(3).id).execute();
    const told: unknown[] = [];
    saha.core.notices.on((notice) => {
      if (notice.kind === "queue.moved") told.push([notice.queueId, notice.isByStaff]);
    });
    // At a start: the clock may be hours ahead.
    expect(await closeLines(saha.core.database, days, { hoursAgo: 24 })).toBe(0);
    expect(await closeLines(saha.core.database, days)).toBe(2);
    // No act of the staff's own: thousands at once are told to them under a bound (0206).
    await expect.poll(() => told).toEqual([entry(1), entry(2)].map(({ id }) => [id, false]));
    expect((await staff.call(api.queue.list)).data.map(({ number }) => number)).toEqual([1, 4]);
    expect(await closeLines(saha.core.database, days)).toBe(0);
  });

  test("a game that nobody ended for twelve hours, and past the day's end, is finished without a score", async () => {
    const { game, staff, entry, player } = await openLine(2);
    const days = { timeZone: "+03:00", dayEnds: "05:00" };
    const end = sql<string>`date_trunc('day', now() - interval '2 hours') + interval '2 hours'`;
    await play(staff, entry(0).id);
    await play(staff, entry(1).id);
    const begin = (id: number, startedAt: typeof end) =>
      query.updateTable("queueEntries").set({ startedAt }).where("id", "=", id).execute();
    await begin(entry(0).id, sql<string>`${end} - interval '13 hours'`);
    await begin(entry(1).id, sql<string>`now() - interval '11 hours'`);
    expect(await closeLines(saha.core.database, days)).toBe(1);
    expect((await staff.call(api.queue.list)).data.map(({ number }) => number)).toEqual([2]);
    expect(await query.selectFrom("scoreLog").select("id").where("userId", "=", player(0).id).execute()).toEqual([]);
    expect((await player(0).call(api.queue.apply, { body: { gameId: game.id } })).code).toBeUndefined();
  });

  test("whoever is blocked, deleted or made staff stands in no line any more", async () => {
    const { staff, player } = await openLine(3);
    await admin.call(api.users.update, { params: { id: player(0).id }, body: { isBlocked: true } });
    await admin.call(api.users.remove, { params: { id: player(1).id } });
    await admin.call(api.users.update, {
      params: { id: player(2).id },
      body: { roleId: Role.ScanAdmin, password: "a-long-kalima-77", password_confirmation: "a-long-kalima-77" },
    });
    expect((await staff.call(api.queue.list)).data).toEqual([]);
  });
});

test("staff change 1,500 entries an hour on a device, by whatever they press; what is refused counts for nothing", async () => {
  const points: number[] = [];
  const openQuota: typeof saha.core.openQuota = (options) => {
    if (options.name !== "queue-session") return saha.core.openQuota(options);
    points.push(options.points);
    return saha.core.openQuota({ ...options, name: "few changes of lines", points: 7 });
  };
  const app = await buildApp({ ...saha.core, staffQuotas: openStaffQuotas(openQuota) });
  const { game, staff, entry, player } = await openLine(2);
  const press =
    (method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
    async (by = staff) =>
      (await app.inject({ method, url: `/api/${path}`, headers: sessionHeaders(by), ...(payload && { payload }) }))
        .statusCode;
  const [{ id: queueId }, { id: other }] = [entry(0), entry(1)];
  const result = `${player(0).id}/game/${game.id}`;
  const call = press("POST", "queue/trigger-call", { queueId });
  const undo = press("POST", `queue/${queueId}/undo`);
  const lose = press("POST", `score/loser/${result}`, { queueId });
  const presses = [
    press("POST", "queue/trigger-enter", { queueId }),
    press("PUT", `queue/${queueId}`, { isPlaying: true }),
    press("POST", `score/winner/${result}`, { queueId }),
    lose,
    undo,
    lose,
    press("DELETE", `queue/${other}`),
  ];
  expect(points).toEqual([1500]);
  const answers = [await call()];
  for (const one of presses) answers.push(await one());
  expect(answers).toEqual([200, 200, 200, 200, 409, 200, 200, 200]);
  for (const one of [call, undo, ...presses]) expect(await one()).toBe(429);
  // Another of the staff, and who leaves the own line, are judged as ever.
  expect([await call(admin), await press("DELETE", `queue/${other}`)(player(1))]).toEqual([409, 409]);
  await app.close();
});
