import { setTimeout as sleep } from "node:timers/promises";
import { api, type Events, placeIn, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { openBreakableLine } from "../../test/breakable-line.ts";
import type { Tokens } from "../../test/caller.ts";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { openListener } from "../../test/listener.ts";
import { openDatabase } from "../database/database.ts";
import type { Notice } from "../database/notices.ts";
import type { Room } from "../realtime/news.ts";
import { openBroadcast } from "./live/broadcast.ts";

const saha = await openServer({ config: { callSeconds: 1 } });
const { given, query } = saha;
const open: ReturnType<typeof openListener>[] = [];
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(saha.close);

async function listen(tokens: Tokens | { board: string }, language?: string) {
  const listener = openListener(saha.address, tokens, language ? { "accept-language": language } : {});
  open.push(listener);
  expect((await listener.handshake).isOpen).toBe(true);
  // The rooms of lines and booths are entered behind the handshake.
  await sleep(100);
  return {
    ...listener,
    /** Until news of a kind has come that is as expected. */
    async until<Name extends keyof Events>(event: Name, is: (data: Events[Name]) => boolean): Promise<Events[Name]> {
      const heard = () => listener.heard.filter((each) => each.event === event).map(({ data }) => data as Events[Name]);
      for (const began = performance.now(); performance.now() - began < 15_000; await sleep(5)) {
        const found = heard().findLast(is);
        if (found) return found;
      }
      throw new Error(`${event} did not come as expected: ${JSON.stringify(heard())}`);
    },
    names: () => [...new Set(listener.heard.map(({ event }) => event))].sort(),
  };
}

async function openLine(count: number) {
  const game = await given.game({ winPoints: 10 });
  const staff = await given.boothAdmin(game.boothId);
  const players: Member[] = [];
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const player = await given.user();
    players.push(player);
    ids.push((await given.entry({ userId: player.id, gameId: game.id })).id);
  }
  return { game, staff, player: (i: number) => players[i] as Member, id: (i: number) => ids[i] as number };
}

/** Lets people stand behind the others of a line. */
/** Lets people stand in line; from one to the next the number rises by `step`. */
async function fillLine({ id }: { id: number }, people: number, step = 1): Promise<void> {
  await sql`
    with people as (
      insert into users (username, username_key, role_id, password_hash)
      select name, name, ${Role.User}, ''
      from (select ${`crowd-${id}-`} || n as name from generate_series(1, ${people}::int) n) one
      returning id),
    numbered as (select id, row_number() over (order by id) * ${step}::int + 1000 as number from people)
    insert into queue_entries (user_id, game_id, number) select id, ${id}, number from numbered`.execute(query);
}

const play = (by: Member, id: number) => by.call(api.queue.update, { params: { id }, body: { isPlaying: true } });

describe("a player", () => {
  test("hears the own call, Enter, result and undo, in the own language", async () => {
    const { game, staff, player, id } = await openLine(1);
    const phone = await listen(player(0), "en");
    await player(0).call(api.auth.me, undefined, { language: "en" });
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    const called = await phone.until("UserIsCalled:update", () => true);
    expect(called).toMatchObject({ queueId: id(0), gameId: game.id, boothId: game.boothId, state: "called" });
    expect(Date.parse(called.callExpiresAt ?? "")).toBeGreaterThan(Date.now() - 1000);
    expect(called.message).toMatch(/number 001, it's your turn/);
    await staff.call(api.queue.enter, { body: { queueId: id(0) } });
    await phone.until("UserEnter:update", ({ queueId }) => queueId === id(0));
    const params = { userId: player(0).id, gameId: game.id };
    await staff.call(api.scores.win, { params, body: { queueId: id(0) } });
    const won = await phone.until("Score:userWin", () => true);
    expect(won).toMatchObject({ score: 10, change: 10, boothId: game.boothId });
    expect(won.message).toContain("10 points added");
    await phone.until("Queue:changed", ({ state }) => state === "finished");
    await staff.call(api.queue.undo, { params: { id: id(0) } });
    expect(await phone.until("Score:changed", () => true)).toMatchObject({ score: 0, change: -10 });
    await phone.until("Queue:changed", ({ state }) => state === "entered");
  });

  test("hears that the call has expired, without anybody pressing", async () => {
    const { staff, player, id } = await openLine(1);
    const phone = await listen(player(0));
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    const late = await phone.until("Queue:changed", ({ state }) => state === "late");
    expect(late.message).toContain("مضى وقت النداء");
  });

  test("hears of an open call once, also where this process's clock is ahead of the database's", async () => {
    const { staff, player, id } = await openLine(1);
    const phone = await listen(player(0));
    const { now } = Date;
    const ahead = vi.spyOn(Date, "now").mockImplementation(() => now() + 10_000);
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    // Long enough that it is looked at more than once.
    const end = sql<Date>`called_at + interval '2500 milliseconds'`;
    await query.updateTable("queueEntries").set({ callExpiresAt: end }).where("id", "=", id(0)).execute();
    await phone.until("Queue:changed", ({ state }) => state === "late");
    ahead.mockRestore();
    const changes = phone.heard.filter(({ event }) => event === "Queue:changed");
    expect(changes.map(({ data }) => (data as Events["Queue:changed"]).state)).toEqual(["called", "late"]);
  });

  test("an open call is looked at no more often where this process's clock is weeks behind", async () => {
    const { staff, id } = await openLine(1);
    const warned: Error[] = [];
    const hear = (warning: Error) => void warned.push(warning);
    process.on("warning", hear);
    const { now } = Date;
    // A timer of more than 2^31 ms fires at once.
    const behind = vi.spyOn(Date, "now").mockImplementation(() => now() - 30 * 86_400_000);
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    await sleep(300);
    behind.mockRestore();
    process.off("warning", hear);
    expect(warned.filter(({ stack }) => stack?.includes("live/broadcast.ts"))).toEqual([]);
  });

  test("called while playing elsewhere is told why, and hears it when back in line", async () => {
    const [here, there] = [await openLine(1), await openLine(0)];
    const other = await given.entry({ userId: here.player(0).id, gameId: there.game.id });
    await play(there.staff, other.id);
    const phone = await listen(here.player(0));
    await here.staff.call(api.queue.call, { body: { queueId: here.id(0) } });
    const called = await phone.until("UserIsCalled:update", () => true);
    expect(called).toMatchObject({ state: "held", callExpiresAt: null });
    expect(called.message).toContain("وأنت تلعب");
    await there.staff.call(api.queue.remove, { params: { id: other.id } });
    await phone.until("Queue:changed", (news) => news.queueId === here.id(0) && news.state === "waiting");
  });

  test("learns the own place from the news of the line alone, also in a line joined since", async () => {
    const { game, staff, id } = await openLine(3);
    const player = await given.user();
    const phone = await listen(player);
    const { number } = (await player.call(api.queue.apply, { body: { gameId: game.id } })).data;
    const placed = (place: number | null) =>
      phone.until("Queue:line", (news) => news.gameId === game.id && placeIn(news.line, number) === place);
    await placed(4);
    await staff.call(api.queue.remove, { params: { id: id(1) } });
    await placed(3);
    await play(staff, id(0));
    await placed(2);
    await player.call(api.queue.remove, { params: { id: (await player.call(api.queue.mine)).data[0]?.id ?? 0 } });
    await sleep(300);
    const before = phone.heard.length;
    await play(staff, id(2));
    await sleep(300);
    expect(phone.heard.length).toBe(before);
  });

  test("in a line of thousands is told of its last move", async () => {
    const { game, staff, player, id } = await openLine(20);
    await fillLine(game, 3000);
    const phone = await listen(player(19));
    for (let n = 0; n < 19; n++) await play(staff, id(n));
    await phone.until("Queue:line", ({ line }) => placeIn(line, 20) === 1);
  });

  test("of another game, and the same person's other roles, hear nothing of it", async () => {
    const [line, other] = [await openLine(1), await openLine(1)];
    const [phone, scanner] = [
      await listen(other.player(0)),
      await listen(await given.user({ roleId: Role.ScanAdmin })),
    ];
    await line.staff.call(api.queue.call, { body: { queueId: line.id(0) } });
    await sleep(400);
    expect([phone.heard, scanner.heard]).toEqual([[], []]);
  });
});

describe("the news of lines", () => {
  /**
   * Moves lines all the time, of which each telling takes so many milliseconds. Gives which part of the time that was,
   * and how often each was told of.
   */
  async function tellings(of: number[], { event = "Queue:line", people = 0, hearers = 0, ms = 2_000 } = {}) {
    const lines = await Promise.all(of.map(() => given.game()));
    if (lines[0]) await fillLine(lines[0], people);
    const told = lines.map((): number[] => []);
    let hear: Parameters<typeof saha.core.notices.on>[0] = () => {};
    let spent = 0;
    const notices = {
      ...saha.core.notices,
      on: (listener: typeof hear) => {
        hear = listener;
      },
      sayHere: (notice: Notice) => {
        if (notice.kind !== "news" || notice.event !== event) return;
        const ids = notice.ids as { gameId?: number; game?: { id: number } };
        const line = lines.findIndex(({ id }) => id === (ids.gameId ?? ids.game?.id));
        const began = performance.now();
        while (performance.now() - began < (of[line] ?? 0));
        spent += performance.now() - began;
        told[line]?.push(began);
      },
    };
    const { database, log } = saha.core;
    const broadcast = openBroadcast({ database, log, notices }, () => hearers);
    const began = performance.now();
    while (performance.now() - began < ms) {
      for (const { id: gameId, boothId } of lines) {
        hear({ kind: "queue.moved", queueId: 0, gameId, boothId, isLineMoved: true, isByStaff: false }, false);
      }
      await sleep(20);
    }
    await broadcast.close();
    return { part: spent / (performance.now() - began), counts: told.map(({ length }) => length) };
  }

  test("takes a tenth of the time where each is dear, for however many lines", async () => {
    const { part, counts } = await tellings([40, 40, 40, 40, 40]);
    expect(part).toBeLessThan(0.3);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test("does not begin all at once where hundreds of sockets hear each", async () => {
    const begin = { hearers: 200, ms: 300 };
    const { counts } = await tellings([40, 40, 40, 40, 40], begin);
    expect(counts).toEqual([1, 0, 0, 0, 0]);
    // Where it is known only afterwards what a telling takes (broken twin).
    const { counts: unknown } = await tellings([40, 40, 40, 40, 40], { ...begin, hearers: 0 });
    expect(Math.min(...unknown)).toBe(1);
  });

  test("takes a tenth of the time at boards of which hundreds are open", async () => {
    const [dear, boards] = [[160, 160, 160, 160, 160, 160], { event: "Board:changed", ms: 3_000 }];
    const { part, counts } = await tellings(dear, { ...boards, hearers: 200 });
    expect(part).toBeLessThan(0.2);
    expect(Math.max(...counts)).toBe(1);
    // Where nobody counts them (broken twin).
    const { part: unbounded } = await tellings(dear, boards);
    expect(unbounded).toBeGreaterThan(0.3);
  });

  test("counts what is read of a long line, of which nobody hears", async () => {
    const { counts } = await tellings([0], { people: 20_000 });
    // Each counts as 40 ms.
    expect(counts[0]).toBeLessThan(8);
  });

  test("is told every tenth of a second of a line where it is cheap, whatever others take", async () => {
    const { counts } = await tellings([0, 40, 40, 40, 40]);
    expect(counts[0]).toBeGreaterThan(8);
    expect(counts[1]).toBeLessThan(4);
  });

  /** Moves a line all the time for so long, and once more at the end; gives what phones were told from its start. */
  async function toldOf({ id: gameId, boothId }: { id: number; boothId: number }, ms: number, numberMs?: number) {
    const told: Events["Queue:line"][] = [];
    let hear: Parameters<typeof saha.core.notices.on>[0] = () => {};
    const notices = {
      ...saha.core.notices,
      on: (listener: typeof hear) => {
        hear = listener;
      },
      sayHere: (notice: Notice) => {
        if (notice.kind === "news" && notice.event === "Queue:line") told.push(notice.ids as Events["Queue:line"]);
      },
    };
    const move = () =>
      hear({ kind: "queue.moved", queueId: 0, gameId, boothId, isLineMoved: true, isByStaff: false }, false);
    const broadcast = openBroadcast(
      { database: saha.core.database, log: saha.core.log, notices },
      () => 0,
      numberMs === undefined ? {} : { numberMs, furtherMs: numberMs },
    );
    const end = performance.now() + ms;
    while (performance.now() < end) {
      move();
      await sleep(20);
    }
    const size = JSON.stringify(told).length;
    return { told, size, close: broadcast.close };
  }

  test("are few bytes of a line with thousands of gaps, which others have made", async () => {
    const game = await given.game();
    await fillLine(game, 3_000, 2);
    const [slow, fast] = [await toldOf(game, 3_000), await toldOf(game, 3_000, 0)];
    await Promise.all([slow.close(), fast.close()]);
    // All of it once, and 4 KB a second of its beginning.
    expect(slow.size).toBeLessThan(60_000);
    expect(slow.told.map(({ isWhole }) => isWhole).slice(0, 2)).toEqual([true, false]);
    // Without a pause for each number (broken twin).
    expect(fast.size).toBeGreaterThan(200_000);
  });

  test("reach those far behind in the end, and tell those at its front where it is cut", async () => {
    const game = await given.game();
    await fillLine(game, 600, 2);
    const { told, close } = await toldOf(game, 700, 0.2);
    const last = 1000 + 1200;
    expect(told.slice(0, 2).map(({ isWhole }) => isWhole)).toEqual([true, false]);
    expect(told[0] && placeIn(told[0].line, last)).toBe(600);
    expect(told[1] && [placeIn(told[1].line, 2000), placeIn(told[1].line, last)]).toEqual([500, null]);
    const before = told.length;
    await query.deleteFrom("queueEntries").where("gameId", "=", game.id).where("number", "=", 1002).execute();
    await expect.poll(() => told.slice(before).some(({ line }) => placeIn(line, last) === 599)).toBe(true);
    await close();
  });
});

test("staff are told of so many entries one by one, and of more at once that there are", async () => {
  const game = await given.game();
  await fillLine(game, 300);
  const { database, log } = saha.core;
  const entries = await query.selectFrom("queueEntries").select("id").where("gameId", "=", game.id).execute();
  const told: { event: string; to: Room[] }[] = [];
  let hear: Parameters<typeof saha.core.notices.on>[0] = () => {};
  const notices = {
    ...saha.core.notices,
    on: (listener: typeof hear) => {
      hear = listener;
    },
    sayHere: (notice: Notice) => {
      if (notice.kind === "news") told.push(notice);
    },
  };
  const broadcast = openBroadcast({ database, log, notices }, () => 0, { manyMs: 300 });
  const { id: gameId, boothId } = game;
  const moveAll = (of: typeof entries, isByStaff = false) => {
    for (const { id: queueId } of of) {
      hear({ kind: "queue.moved", queueId, gameId, boothId, isLineMoved: false, isByStaff }, false);
    }
  };
  const heardIn = (room: Room, event: string) =>
    told.filter((one) => one.event === event && one.to.includes(room)).length;
  for (let one = 0; one < 2; one++) {
    moveAll(entries);
    await expect.poll(() => told.filter(({ event }) => event === "Queue:changed").length).toBe(300 * (one + 1));
  }
  const room: Room = `booth:${game.boothId}`;
  for (const each of [room, `role:${Role.Admin}` as Room]) {
    expect(heardIn(each, "Queue:entry")).toBeGreaterThanOrEqual(200);
    expect(heardIn(each, "Queue:entry")).toBeLessThan(550);
    expect(heardIn(each, "Queue:many")).toBeLessThanOrEqual(1);
    await expect.poll(() => heardIn(each, "Queue:many")).toBeGreaterThan(0);
  }
  // What a colleague has pressed is told at once, however many others move.
  const before = heardIn(room, "Queue:entry");
  moveAll(entries.slice(0, 50), true);
  await expect.poll(() => heardIn(room, "Queue:entry")).toBe(before + 50);
  // Each person hears of the own entry all the same.
  expect(told.filter(({ event }) => event === "Queue:changed")).toHaveLength(650);
  await broadcast.close();
});

test("the longer the lines are, the more seldom the staff's screens are told to ask for them again", async () => {
  const [short, long] = [await given.game(), await given.game()];
  await fillLine(short, 400);
  await fillLine(long, 1_200);
  const { database, log } = saha.core;
  const askedAfter = async ({ id: gameId, boothId }: typeof short) => {
    let asked: number | undefined;
    const began = performance.now();
    const sayHere = (notice: Notice) => {
      if (notice.kind === "news" && notice.event === "Queue:many") asked ??= performance.now() - began;
    };
    let hear: Parameters<typeof saha.core.notices.on>[0] = () => {};
    const on = (listener: typeof hear) => {
      hear = listener;
    };
    const broadcast = openBroadcast({ database, log, notices: { ...saha.core.notices, on, sayHere } }, () => 0, {
      manyMs: 10,
    });
    const entries = await query.selectFrom("queueEntries").select("id").where("gameId", "=", gameId).execute();
    const move = (id: number, isLineMoved: boolean) =>
      hear({ kind: "queue.moved", queueId: id, gameId, boothId, isLineMoved, isByStaff: false }, false);
    move(entries[0]?.id ?? 0, true);
    await sleep(200);
    for (const { id } of entries.slice(0, 400)) move(id, false);
    await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(0);
    await broadcast.close();
    return asked ?? 0;
  };
  expect(await askedAfter(short)).toBeLessThan(2_200);
  expect(await askedAfter(long)).toBeGreaterThan(2_400);
});

test("news that could not be read has the screens ask anew, once the database answers again", async () => {
  const { game, id } = await openLine(1);
  const line = await openBreakableLine(String(saha.core.database.pool.options.connectionString));
  const away = openDatabase(line.url, { poolSize: 1 });
  const heard: string[] = [];
  let hear: Parameters<typeof saha.core.notices.on>[0] = () => {};
  const notices = {
    ...saha.core.notices,
    on: (listener: typeof hear) => {
      hear = listener;
    },
    sayHere: ({ kind }: Notice) => void heard.push(kind),
  };
  const broadcast = openBroadcast({ database: away, log: saha.core.log, notices }, () => 0);
  await sleep(100);
  await line.cut();
  hear(
    {
      kind: "queue.moved",
      queueId: id(0),
      gameId: game.id,
      boothId: game.boothId,
      isLineMoved: false,
      isByStaff: false,
    },
    false,
  );
  await sleep(2500);
  expect(heard).toEqual([]);
  await line.mend();
  await expect.poll(() => heard).toEqual(["notices.missed"]);
  await broadcast.close();
  await away.close();
  await line.cut();
});

test("staff see of each line those who come next, however many stand in another, and who was called behind them", async () => {
  const [long, short] = [await given.game(), await given.game()];
  await fillLine(long, 1_300);
  await fillLine(short, 3);
  const staff = await given.user({ roleId: Role.GameAdmin });
  const last = await query
    .selectFrom("queueEntries")
    .select("id")
    .where("gameId", "=", long.id)
    .orderBy("number", "desc")
    .executeTakeFirstOrThrow();
  await staff.call(api.queue.call, { body: { queueId: last.id } });
  const listed = (await staff.call(api.queue.list)).data ?? [];
  const of = ({ id }: { id: number }) => listed.filter(({ gameId }) => gameId === id).map(({ id }) => id);
  expect([of(long).length, of(short).length]).toEqual([1_001, 3]);
  expect(of(long)).toContain(last.id);
  // Nor however many hold their places before them.
  await query.updateTable("queueEntries").set({ held: "asked" }).where("gameId", "=", long.id).execute();
  await query
    .updateTable("queueEntries")
    .set({ held: null })
    .where("id", "in", [last.id - 2, last.id - 1])
    .execute();
  const after = (await staff.call(api.queue.list)).data ?? [];
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining([last.id - 2, last.id - 1]));
  expect(after.filter(({ gameId }) => gameId === long.id)).toHaveLength(1_003);
});

describe("staff", () => {
  test("see each other's presses as rows: the booth's admin, game admins and administrators", async () => {
    const { staff, player, id } = await openLine(1);
    const stranger = (await openLine(0)).staff;
    const [own, gameAdmin, admin, foreign] = await Promise.all([
      listen(staff),
      listen(await given.user({ roleId: Role.GameAdmin })),
      listen(await given.user({ roleId: Role.Admin })),
      listen(stranger),
    ]);
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    for (const screen of [own, gameAdmin, admin]) {
      const { entry } = await screen.until("Queue:entry", (news) => news.entry?.state === "called");
      expect(entry).toMatchObject({ id: id(0), user: { id: player(0).id } });
    }
    await player(0).call(api.queue.answer, { params: { id: id(0) }, body: { answer: "later" } });
    await own.until("Queue:entry", ({ entry }) => entry?.state === "held");
    await staff.call(api.queue.remove, { params: { id: id(0) } });
    await own.until("Queue:entry", ({ entry, queueId }) => entry === null && queueId === id(0));
    expect(foreign.names()).not.toContain("Queue:entry");
  });

  test("score admins see who plays, and nobody else", async () => {
    const { staff, id } = await openLine(1);
    const screen = await listen(await given.user({ roleId: Role.ScoreAdmin }));
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    await screen.until("Queue:entry", ({ entry, queueId }) => queueId === id(0) && entry === null);
    await play(staff, id(0));
    await screen.until("Queue:entry", ({ entry }) => entry?.state === "playing");
  });

  test("a booth admin who gets another booth hears of that one, and of the old one no more", async () => {
    const [old, next] = [await openLine(1), await openLine(1)];
    const admin = await given.user({ roleId: Role.Admin });
    const screen = await listen(old.staff);
    const assign = (userId: number, boothId: number | null) =>
      admin.call(api.booths.assignAdmin, { body: { userId, boothId } });
    await assign(next.staff.id, null);
    await assign(old.staff.id, null);
    await assign(old.staff.id, next.game.boothId);
    await screen.until("Booth:assigned", ({ boothId }) => boothId === next.game.boothId);
    await admin.call(api.queue.call, { body: { queueId: old.id(0) } });
    await admin.call(api.queue.call, { body: { queueId: next.id(0) } });
    await screen.until("Queue:entry", ({ queueId }) => queueId === next.id(0));
    const heard = screen.heard.map(({ data }) => ("queueId" in data ? data.queueId : 0));
    expect(heard).not.toContain(old.id(0));
  });
});

describe("the board", () => {
  test("shows numbers without names, and moves with the line; a public socket hears nothing else", async () => {
    const { game, staff, player, id } = await openLine(3);
    const screen = await listen({ board: String(game.boothId) });
    const params = { boothId: game.boothId };
    const { data, text } = await saha.stranger(api.boards.get, { params });
    expect(data.games).toEqual([
      { id: game.id, shortName: expect.any(String), playing: [], called: [], next: [1, 2, 3], waiting: 3, wait: null },
    ]);
    expect(text).not.toContain(player(0).username);
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    await screen.until("Board:changed", ({ game: { called } }) => called[0] === 1);
    // Who has come is called no more.
    await staff.call(api.queue.enter, { body: { queueId: id(0) } });
    const entered = await screen.until("Board:changed", ({ game: { called } }) => called.length === 0);
    expect(entered.game).toMatchObject({ playing: [], next: [2, 3], waiting: 3 });
    await play(staff, id(0));
    const moved = await screen.until("Board:changed", ({ game: { playing } }) => playing[0] === 1);
    expect(moved.game).toMatchObject({ called: [], next: [2, 3], waiting: 2 });
    expect((await saha.stranger(api.boards.get, { params })).data.games[0]).toEqual(moved.game);
    expect(screen.names()).toEqual(["Board:changed"]);
    expect(JSON.stringify(screen.heard)).not.toContain(player(0).username);
  });

  test("is told of a line that moves all the time once a second, and of its last move", async () => {
    const { game, staff, id } = await openLine(12);
    const screen = await listen({ board: String(game.boothId) });
    const began = performance.now();
    for (let n = 0; n < 12; n++) {
      await staff.call(api.queue.call, { body: { queueId: id(n) } });
      // Longer than what is told of once for several moves.
      await new Promise((resolve) => setTimeout(resolve, 110));
    }
    await screen.until("Board:changed", ({ game: { next } }) => next.length === 0);
    const seconds = (performance.now() - began) / 1000;
    expect(screen.heard.length).toBeLessThanOrEqual(Math.floor(seconds) + 1);
  });

  test("is told after a pause what stands by then", async () => {
    const { game, staff, id } = await openLine(3);
    const screen = await listen({ board: String(game.boothId) });
    await staff.call(api.queue.call, { body: { queueId: id(0) } });
    await screen.until("Board:changed", ({ game: { called } }) => called.length === 1);
    await staff.call(api.queue.call, { body: { queueId: id(1) } });
    await sleep(300);
    const calledThere = { calledAt: sql<string>`now()`, callExpiresAt: sql<string>`now() + interval '1 minute'` };
    await query.updateTable("queueEntries").set(calledThere).where("id", "=", id(2)).execute();
    const told = () => screen.heard.flatMap(({ event, data }) => (event === "Board:changed" ? [data.game] : []));
    await expect.poll(() => told().length, { timeout: 5_000 }).toBeGreaterThan(1);
    expect(told()[1]).toMatchObject({ called: expect.arrayContaining([3]), next: [] });
  });

  test("of no booth, or an inactive one, is not there", async () => {
    const closed = await given.booth({ isActive: false });
    for (const boothId of [closed.id, 2_147_483_647]) {
      expect((await saha.stranger(api.boards.get, { params: { boothId } })).code).toBe("booth.not_found");
    }
  });
});

describe("the forecast", () => {
  test("says nothing with fewer than three starts in two hours, and the median gap times the place after", async () => {
    const { game, player, id } = await openLine(12);
    const slotOf = async (i: number) =>
      (await player(i).call(api.queue.slots, { params: { id: player(i).id } })).data[0];
    const started = (i: number, minutesAgo: number) =>
      query
        .updateTable("queueEntries")
        .set({
          startedAt: sql`now() - make_interval(mins => ${minutesAgo})`,
          isFinished: true,
          finishedAt: sql`now()`,
        })
        .where("id", "=", id(i))
        .execute();
    await started(0, 30);
    await started(1, 20);
    await started(2, 121);
    expect((await slotOf(3))?.wait).toBeNull();
    await started(3, 10);
    const [next, fifth] = [await slotOf(4), await slotOf(8)];
    expect(next).toMatchObject({ slot: 1, wait: { from: expect.any(Number) } });
    const { wait } = next ?? {};
    expect((wait?.from ?? 99) <= 10 && (wait?.to ?? 0) >= 10).toBe(true);
    expect((fifth?.wait?.from ?? 99) <= 50 && (fifth?.wait?.to ?? 0) >= 50).toBe(true);
    const [booth] = (await player(5).call(api.booths.games, { params: { id: game.boothId } })).data;
    expect(booth).toMatchObject({ waiting: 8, wait: { from: expect.any(Number), to: expect.any(Number) } });
  });
});
