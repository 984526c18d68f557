import { api, maxScore, Platform, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { buildApp } from "../app.ts";
import { openStaffQuotas } from "../limits/quota.ts";

const saha = await openServer();
const { given, query } = saha;
const admin = await given.user({ roleId: Role.Admin });
afterAll(async () => {
  expect(await brokenLaws(query)).toEqual([]);
  await saha.close();
});

type GameFacts = Parameters<typeof given.game>[0];

/** A game, who runs its booth, and somebody who stands in its line. */
async function openTurn(facts: GameFacts = {}) {
  const game = await given.game({ winPoints: 10, losePoints: 2, ...facts });
  const staff = await given.boothAdmin(game.boothId);
  const player = await given.user();
  const join = async () => (await player.call(api.queue.apply, { body: { gameId: game.id } })).data.id;
  const queueId = await join();
  const params = { userId: player.id, gameId: game.id };
  return {
    game,
    staff,
    player,
    params,
    queueId,
    join,
    win: (points?: number, id = queueId, by: Member = staff) =>
      by.call(api.scores.win, { params, body: { queueId: id, ...(points !== undefined && { points }) } }),
    lose: (id = queueId, by: Member = staff) => by.call(api.scores.lose, { params, body: { queueId: id } }),
    undo: (by: Member = staff, id = queueId) => by.call(api.queue.undo, { params: { id } }),
    set: (score: number) => admin.call(api.scores.put, { params, body: { score } }),
    score: async () => (await admin.call(api.scores.get, { params })).data.score,
  };
}

async function scoreable(platformId: number, facts: GameFacts = {}) {
  const game = await given.game({ platformId, ...facts });
  const player = await given.user();
  const params = { userId: player.id, gameId: game.id };
  return {
    game,
    player,
    params,
    give: (by: Member, score: number) => by.call(api.scores.trivia, { params, body: { score } }),
    set: (by: Member, score: number) => by.call(api.scores.put, { params, body: { score } }),
  };
}

describe("a win or lose", () => {
  test("gives the game's points and finishes the entry; both are in the log", async () => {
    const turn = await openTurn();
    expect((await turn.win()).data).toEqual({ previous: 0, score: 10, change: 10 });
    expect((await turn.staff.call(api.queue.list)).data).toEqual([]);
    const lost = await turn.join();
    expect((await turn.lose(lost)).data).toEqual({ previous: 10, score: 12, change: 2 });
    const [last, first] = (await admin.call(api.scores.log)).data;
    expect([first, last]).toMatchObject([
      { actor: { id: turn.staff.id, name: turn.staff.username }, previousScore: 0, currentScore: 10, reason: "win" },
      { user: { id: turn.player.id }, game: { id: turn.game.id }, currentScore: 12, reason: "lose" },
    ]);
    const own = (await turn.player.call(api.scores.explained, { params: { userId: turn.player.id } })).data;
    expect(own).toMatchObject([
      { change: 2, reason: "lose", booth: { id: turn.game.boothId } },
      { previous: 0, current: 10, change: 10, reason: "win" },
    ]);
    expect(JSON.stringify(own)).not.toContain(turn.staff.username);
  });

  test("takes the points that are sent, and counts twice while the game is doubled", async () => {
    const turn = await openTurn({ isDoubled: true, losePoints: -7 });
    expect((await turn.win(25)).data.change).toBe(50);
    expect((await turn.lose(await turn.join())).data.change).toBe(-14);
    expect((await turn.win(0, await turn.join())).data).toEqual({ previous: 36, score: 36, change: 0 });
  });

  test.each([-1, 1_000_001, 1.5])("with %d points is refused at its field", async (points) => {
    const turn = await openTurn();
    const refused = await turn.win(points);
    expect([refused.status, refused.refusal?.issues?.[0]?.field]).toEqual([400, "points"]);
    expect(await turn.score()).toBe(0);
  });

  test("is held at the bounds of the game", async () => {
    const finite = await openTurn({ finite: true, min: -5, max: 30, losePoints: -20 });
    expect((await finite.win(1000)).data.score).toBe(30);
    expect((await finite.lose(await finite.join())).data.score).toBe(10);
    expect((await finite.lose(await finite.join())).data).toEqual({ previous: 10, score: -5, change: -15 });
    const open = await openTurn({ losePoints: -3 });
    expect((await open.lose()).data).toEqual({ previous: 0, score: 0, change: 0 });
  });

  test("is given once: a second, of either kind, is refused and changes nothing", async () => {
    const turn = await openTurn();
    await turn.win();
    expect((await turn.win()).code).toBe("queue.finished");
    expect((await turn.lose()).code).toBe("queue.finished");
    const ended = await turn.join();
    await turn.staff.call(api.queue.remove, { params: { id: ended } });
    expect((await turn.win(5, ended)).code).toBe("queue.finished");
    expect(await turn.score()).toBe(10);
  });

  test("of another person, game or booth finds no entry", async () => {
    const [turn, other] = [await openTurn(), await openTurn()];
    expect((await turn.win(undefined, other.queueId)).code).toBe("queue.not_found");
    expect((await turn.win(undefined, turn.queueId, other.staff)).code).toBe("queue.not_found");
    const params = { userId: other.player.id, gameId: turn.game.id };
    const crossed = await admin.call(api.scores.win, { params, body: { queueId: turn.queueId } });
    expect(crossed.code).toBe("queue.not_found");
    expect((await turn.win(undefined, 2_147_483_647)).code).toBe("queue.not_found");
  });

  test("under one key is given once, and answered again", async () => {
    const turn = await openTurn();
    const key = given.key();
    const ask = () =>
      turn.staff.call(api.scores.win, { params: turn.params, body: { queueId: turn.queueId } }, { key });
    const [first, again] = [await ask(), await ask()];
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await turn.score()).toBe(10);
  });
});

describe("taking a result back", () => {
  test("reverses what was changed, after clamp and doubling, and the player plays again", async () => {
    const turn = await openTurn({ finite: true, min: 0, max: 15, isDoubled: true });
    await turn.staff.call(api.queue.update, { params: { id: turn.queueId }, body: { isPlaying: true } });
    expect((await turn.win()).data).toEqual({ previous: 0, score: 15, change: 15 });
    await admin.call(api.games.update, { params: { id: turn.game.id }, body: { isDoubled: false } });
    expect((await turn.undo()).data).toMatchObject({ id: turn.queueId, state: "playing", isFinished: false });
    expect(await turn.score()).toBe(0);
    const own = (await turn.player.call(api.scores.explained, { params: { userId: turn.player.id } })).data;
    expect(own.map(({ reason, change }) => [reason, change])).toEqual([
      ["undo", -15],
      ["win", 15],
    ]);
    expect((await turn.lose()).data.change).toBe(2);
  });

  test("puts whoever waited back in line, called as before", async () => {
    const turn = await openTurn();
    const called = (await turn.staff.call(api.queue.call, { body: { queueId: turn.queueId } })).data;
    await turn.lose();
    expect((await turn.undo()).data).toMatchObject({ state: "called", calledAt: called.calledAt });
  });

  test("of whoever was held for a game that has ended meanwhile puts them back in line", async () => {
    const turn = await openTurn();
    const other = await given.game();
    const playing = await given.entry({ userId: turn.player.id, gameId: other.id });
    const params = { id: playing.id };
    await admin.call(api.queue.update, { params, body: { isPlaying: true } });
    await turn.staff.call(api.queue.call, { body: { queueId: turn.queueId } });
    await turn.lose();
    await admin.call(api.queue.remove, { params });
    expect((await turn.undo()).data).toMatchObject({ state: "waiting", playingElsewhere: false, calledAt: null });
  });

  test("is refused twice, to others, without a result, and after ten seconds", async () => {
    const turn = await openTurn();
    expect((await turn.undo()).code).toBe("queue.nothing_to_undo");
    await turn.win();
    expect((await turn.undo(admin)).code).toBe("queue.nothing_to_undo");
    expect((await turn.undo((await openTurn()).staff)).code).toBe("queue.not_found");
    expect((await turn.undo()).status).toBe(200);
    expect((await turn.undo()).code).toBe("queue.undone");
    await turn.win();
    // The log is only added to, so the clock of one row is moved past its trigger.
    await sql`alter table score_log disable trigger user`.execute(saha.owner);
    await sql`update score_log set at = at - interval '11 seconds' where queue_entry_id = ${turn.queueId}`.execute(
      query,
    );
    await sql`alter table score_log enable trigger user`.execute(saha.owner);
    expect((await turn.undo()).code).toBe("queue.undo_over");
    expect(await turn.score()).toBe(10);
  });

  test("is refused once the player has joined again, is blocked, the game has no line, or a bound would break", async () => {
    const again = await openTurn();
    await again.win();
    await again.join();
    expect((await again.undo()).code).toBe("queue.applied_again");

    const blocked = await openTurn();
    await blocked.win();
    await admin.call(api.users.update, { params: { id: blocked.player.id }, body: { isBlocked: true } });
    expect((await blocked.undo()).code).toBe("queue.player_blocked");

    const promoted = await openTurn();
    await promoted.win();
    await admin.call(api.users.update, { params: { id: promoted.player.id }, body: { roleId: Role.ScanAdmin } });
    expect((await promoted.undo()).code).toBe("score.not_player");

    const moved = await openTurn();
    await moved.win();
    await admin.call(api.games.update, { params: { id: moved.game.id }, body: { platformId: Platform.Trivia } });
    expect((await moved.undo()).code).toBe("queue.undo_over");

    const spent = await openTurn();
    await spent.win();
    await spent.set(3);
    expect((await spent.undo()).code).toBe("queue.undo_out_of_bounds");
    expect(await spent.score()).toBe(3);
  });
});

describe("trivia points", () => {
  const of = (roleId: Role) => given.user({ roleId });

  test("are added, and below zero taken away", async () => {
    const trivia = await of(Role.TriviaAdmin);
    const { give } = await scoreable(Platform.Trivia);
    expect((await give(trivia, 7)).data).toEqual({ previous: 0, score: 7, change: 7 });
    expect((await give(trivia, -3)).data.score).toBe(4);
  });

  test("on Quest are the game's win points, whatever is sent", async () => {
    const trivia = await of(Role.TriviaAdmin);
    const { give } = await scoreable(Platform.Quest, { winPoints: 50, isDoubled: true });
    expect((await give(trivia, 1)).data.change).toBe(100);
    expect((await give(trivia, 0)).data.change).toBe(100);
    expect((await give(trivia, -7)).data.change).toBe(-100);
  });

  test("beyond a bound are refused with the bound, and nothing is given", async () => {
    const trivia = await of(Role.TriviaAdmin);
    const { give, params } = await scoreable(Platform.Trivia, { finite: true, min: -2, max: 10 });
    const refused = await give(trivia, 11);
    expect(refused.refusal).toMatchObject({ code: "score.out_of_bounds", details: { min: -2, max: 10 } });
    expect(refused.refusal?.message).toBe("يجب أن يبقى الرصيد بين -2 و10");
    expect((await give(trivia, -3)).code).toBe("score.out_of_bounds");
    expect((await admin.call(api.scores.get, { params })).data.score).toBe(0);
  });

  test("go by platform: each admin to the own games, another's is refused", async () => {
    const [trivia, superTrivia] = [await of(Role.TriviaAdmin), await of(Role.SuperTriviaAdmin)];
    const codes = async (platformId: number) => {
      const { give, set } = await scoreable(platformId);
      const asked = [trivia, superTrivia, admin].flatMap((by) => [give(by, 1), set(by, 5)]);
      return (await Promise.all(asked)).map(({ code }) => code === undefined);
    };
    expect(await codes(Platform.Quest)).toEqual([true, true, false, false, true, true]);
    expect(await codes(Platform.Trivia)).toEqual([true, true, false, false, true, true]);
    expect(await codes(Platform.SuperTrivia)).toEqual([false, false, true, true, true, true]);
    expect(await codes(Platform.Pc)).toEqual([false, false, false, false, false, true]);
  });

  test("are for players who are there: staff, strangers and the blocked get none", async () => {
    const trivia = await of(Role.TriviaAdmin);
    const { game } = await scoreable(Platform.Trivia);
    const give = async (userId: number, gameId = game.id) =>
      (await trivia.call(api.scores.trivia, { params: { userId, gameId }, body: { score: 1 } })).code;
    expect(await give(trivia.id)).toBe("score.not_player");
    expect(await give(2_147_483_647)).toBe("user.not_found");
    expect(await give((await given.user({ isBlocked: true })).id)).toBe("score.player_blocked");
    expect(await give((await given.user()).id, 2_147_483_647)).toBe("game.not_found");
    const gone = await given.user();
    await given.score({ userId: gone.id, gameId: game.id, score: 3, actorId: admin.id });
    await admin.call(api.users.remove, { params: { id: gone.id } });
    expect(await give(gone.id)).toBe("user.not_found");
  });
});

describe("setting a score", () => {
  test("logs the difference and stays within the bounds", async () => {
    const { set, player, params } = await scoreable(Platform.Pc, { finite: true, min: 0, max: 100 });
    expect((await set(admin, 40)).data).toEqual({ previous: 0, score: 40, change: 40 });
    expect((await set(admin, 15)).data).toEqual({ previous: 40, score: 15, change: -25 });
    expect((await set(admin, 101)).code).toBe("score.out_of_bounds");
    expect((await set(admin, 1e9 + 1)).status).toBe(400);
    expect((await player.call(api.scores.get, { params })).data.score).toBe(15);
    expect((await (await given.user()).call(api.scores.get, { params })).code).toBe("user.not_found");
  });
});

describe("the database itself", () => {
  test("holds a score to its bounds, its log, and the log to what is written", async () => {
    const turn = await openTurn({ finite: true, min: 0, max: 20 });
    await turn.win();
    await expect(sql`update scores set score = 11 where game_id = ${turn.game.id}`.execute(query)).rejects.toThrow(
      "is not the sum 10 of its log",
    );
    await expect(sql`update scores set score = 21 where game_id = ${turn.game.id}`.execute(query)).rejects.toThrow(
      "scores_within_bounds",
    );
    await expect(sql`update games set max = 9 where id = ${turn.game.id}`.execute(query)).rejects.toThrow(
      "scores_within_bounds",
    );
    await expect(sql`update score_log set current_score = 9`.execute(query)).rejects.toThrow("only added to");
    await expect(sql`delete from score_log`.execute(query)).rejects.toThrow("only added to");
    await expect(
      sql`insert into score_log (actor_id, user_id, game_id, reason, previous_score, current_score)
        values (${admin.id}, ${turn.player.id}, ${turn.game.id}, 'set', 10, 12)`.execute(query),
    ).rejects.toThrow("is not the sum");
  });

  test("tightening bounds past what somebody has is refused, loosening is not", async () => {
    const turn = await openTurn({ finite: true, min: 0, max: 20 });
    await turn.win();
    const bound = async (max: number) =>
      (await admin.call(api.games.update, { params: { id: turn.game.id }, body: { max } })).code;
    expect(await bound(9)).toBe("game.scores_outside");
    expect(await bound(10)).toBeUndefined();
    expect((await turn.win(5, await turn.join())).data.score).toBe(10);
  });
});

describe("ranks", () => {
  test("standings count leaderboard games; equals stand in the order in which they got there", async () => {
    const game = await given.game({ leaderboard: true });
    const [first, second, third, blocked] = [
      await given.user(),
      await given.user(),
      await given.user(),
      await given.user({ isBlocked: true }),
    ];
    const reach = (member: Member, score: number) =>
      given.score({ userId: member.id, gameId: game.id, score, actorId: admin.id });
    await reach(second, 30);
    await reach(third, 30);
    await reach(first, 40);
    await reach(blocked, 90);
    const other = await given.game({ boothId: game.boothId });
    await given.score({ userId: third.id, gameId: other.id, score: 100, actorId: admin.id });
    const { data } = await first.call(api.scores.standings);
    expect(data.map(({ userId, total, rank }) => [userId, total, rank])).toEqual([
      [first.id, 40, 1],
      [second.id, 30, 2],
      [third.id, 30, 3],
    ]);
    const ofBooth = async (member: Member) =>
      (await member.call(api.scores.ofBooth, { params: { id: member.id, boothId: game.boothId } })).data;
    expect(await ofBooth(third)).toEqual({ boothId: game.boothId, score: 130, rank: 1 });
    expect(await ofBooth(second)).toMatchObject({ score: 30, rank: 3 });
    const profile = (await third.call(api.profiles.get, { params: { userId: third.id } })).data;
    expect(profile).toMatchObject({
      total: 130,
      entries: [{ boothId: game.boothId, score: 130, rank: 1 }],
      standing: { total: 30, rank: 3 },
    });
    const nobody = await given.user();
    expect((await nobody.call(api.profiles.get, { params: { userId: nobody.id } })).data.standing).toBeNull();
    expect(await ofBooth(nobody)).toEqual({ boothId: game.boothId, score: 0, rank: null });
    const unknown = await third.call(api.scores.ofBooth, { params: { id: third.id, boothId: 2_147_483_647 } });
    expect(unknown.code).toBe("booth.not_found");
  });

  test("a wrong win that was taken back costs nobody the place among equals", async () => {
    const turn = await openTurn({ leaderboard: true });
    await turn.set(500);
    const rival = await given.user();
    await admin.call(api.scores.put, {
      params: { userId: rival.id, gameId: turn.game.id },
      body: { score: 500 },
    });
    await turn.win();
    await turn.undo();
    // In a game where nothing was there before, too; and a game that changes nothing costs as little.
    const other = await given.game({ boothId: turn.game.boothId, leaderboard: true, winPoints: 10, losePoints: 0 });
    const { id: queueId } = (await turn.player.call(api.queue.apply, { body: { gameId: other.id } })).data;
    const end = (call: typeof api.scores.win | typeof api.scores.lose) =>
      turn.staff.call(call, { params: { userId: turn.player.id, gameId: other.id }, body: { queueId } });
    expect((await end(api.scores.win)).data.change).toBe(10);
    expect((await turn.undo(turn.staff, queueId)).status).toBe(200);
    expect((await end(api.scores.lose)).data.change).toBe(0);
    const place = async (member: Member) => {
      const params = { id: member.id, boothId: turn.game.boothId };
      return (await member.call(api.scores.ofBooth, { params })).data.rank;
    };
    expect([await place(turn.player), await place(rival)]).toEqual([1, 2]);
  });

  test("are added up however high they are: three of the most that a game holds", async () => {
    const booth = await given.booth();
    const rich = await given.user();
    for (let n = 0; n < 3; n++) {
      const { id: gameId } = await given.game({ leaderboard: true, boothId: booth.id });
      const set = await admin.call(api.scores.put, { params: { userId: rich.id, gameId }, body: { score: maxScore } });
      expect(set.status).toBe(200);
    }
    const total = 3 * maxScore;
    const own = await rich.call(api.profiles.get, { params: { userId: rich.id } });
    expect(own.data).toMatchObject({ total, entries: [{ score: total }], standing: { total, rank: 1 } });
    const there = await rich.call(api.scores.ofBooth, { params: { id: rich.id, boothId: booth.id } });
    expect(there.data).toMatchObject({ score: total, rank: 1 });
    const { data: figures } = await admin.call(api.figures.get);
    expect(figures.top[0]).toMatchObject({ userId: rich.id, total });
  });
});

test("staff change 1,500 scores an hour on a device, no more; what is refused counts for nothing", async () => {
  const points: number[] = [];
  const openQuota: typeof saha.core.openQuota = (options) => {
    if (options.name !== "scores-session") return saha.core.openQuota(options);
    points.push(options.points);
    return saha.core.openQuota({ ...options, name: "few scores", points: 3 });
  };
  const app = await buildApp({ ...saha.core, staffQuotas: openStaffQuotas(openQuota) });
  const { params } = await scoreable(Platform.Trivia, { finite: true, min: -2, max: 10 });
  const url = `/api/score/${params.userId}/game/${params.gameId}`;
  const put = async (score: number, by: Member) =>
    (await app.inject({ method: "PUT", url, headers: sessionHeaders(by), payload: { score } })).statusCode;
  expect(points).toEqual([1500]);
  const another = await given.user({ roleId: Role.Admin });
  const answers: number[] = [];
  for (const score of [11, 1, 2, 3, 4]) answers.push(await put(score, admin));
  expect([...answers, await put(5, another)]).toEqual([422, 200, 200, 200, 429, 200]);
  await app.close();
});

test("whoever stole an account uses up the own device's scores, then the account's until its password is set anew", async () => {
  const staffQuotas = openStaffQuotas((options) => {
    const isOfSession = options.name.endsWith("-session");
    return saha.core.openQuota({ ...options, name: `stolen ${options.name}`, points: isOfSession ? 2 : 3 });
  });
  const app = await buildApp({ ...saha.core, staffQuotas });
  const { params } = await scoreable(Platform.Trivia);
  const put = async (by: Member) => {
    const url = `/api/score/${params.userId}/game/${params.gameId}`;
    return (await app.inject({ method: "PUT", url, headers: sessionHeaders(by), payload: { score: 1 } })).statusCode;
  };
  const thief = await given.user({ roleId: Role.TriviaAdmin });
  const honest = await given.signIn(thief);
  const answers: number[] = [];
  for (const by of [thief, thief, thief, honest, honest]) answers.push(await put(by));
  expect(answers).toEqual([200, 200, 429, 200, 429]);
  const password = "a-long-kalima-77";
  const set = { method: "PUT", url: `/api/user/${thief.id}/password`, headers: sessionHeaders(admin) } as const;
  expect((await app.inject({ ...set, payload: { password, password_confirmation: password } })).statusCode).toBe(200);
  expect(await put(await given.signIn(thief))).toBe(200);
  await app.close();
});
