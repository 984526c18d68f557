import { type Line, type QueueEntry, Role } from "@saha/contract";
import { sql } from "kysely";
import type { Core } from "../../core.ts";
import type { Notice } from "../../database/notices.ts";
import type { Room } from "../../realtime/news.ts";
import { newsSentences } from "../../text/news.ts";
import { placeNews } from "../../text/queue-news.ts";
import { findEntries } from "../view/entry-view.ts";
import { readLines } from "../view/line.ts";
import { maxOfLine } from "../view/staff-line.ts";

type BoardGame = Awaited<ReturnType<typeof readLines>>[number]["game"];
type Moved = Extract<Notice, { kind: "queue.moved" }>;

/** A line that moves faster than this is told of once for several moves. */
const lineMs = 100;
/**
 * After a telling no line is told of for so many times what it took, so that news of lines has a tenth of the event
 * loop: each socket is told of the whole line, and 300 attendees with ten sockets each in ten lines, a dozen presses a
 * second, kept everybody waiting for 0.5 to 3 s.
 */
const restOfTurns = 9;
/**
 * Milliseconds that each entry which was read counts as, whether or not a socket is told of it: ten lines of 5,000 own
 * accounts, 60 presses a second and no socket, kept everybody waiting for 0.6 to 1.7 s. By the clock the wait for the
 * database would count as well.
 */
const readMs = 0.002;
/** A line whose telling took less the last time waits for no other's rest. */
const quickMs = 2;
/**
 * Sockets whose telling takes about that long: of a line that so many hear nobody waits for the first telling to find
 * out. 4,800 of own accounts that stood in 82 lines each, moved once, kept everybody waiting for 5 s.
 */
const quickHearers = 150;
/**
 * Milliseconds that a number of a line counts as, some seven bytes of 4 KB a second for each phone that stands in it.
 * 5,000 own accounts, every second of which had left again, were a line of 48 KB, told ten times a second: it filled
 * the link of a hall with 60 phones, and a call was heard 15 s late.
 */
const usualNumberMs = 1.75;
/** Numbers of a line that are told whenever it moves: the first of them. */
const firstNumbers = 1_000;
/** Milliseconds that a number counts as where all of a longer line is told, at a quarter of that speed. */
const usualFurtherMs = 7;
/**
 * Entries that attendees change and that the staff of a booth, and those who see all booths, are told of one by one
 * in a second, and how many at once after a quiet time. Own accounts that said "later" and "here" 400 times a second
 * were 2.5 Mbit/s to each screen of the staff, and on a link of 2 Mbit/s what happened was shown 14 s late, and later
 * each second.
 */
const entriesInSecond = 100;
const entriesAtOnce = 200;
/** What is beyond that is not told one by one: the screens ask for their list again, so often. */
const usualManyMs = 8_000;
/**
 * Milliseconds that each entry which a list may show makes that longer, up to a bound: a list of 11,000 is 2.9 MB, 12 s
 * on a link of 2 Mbit/s, and asked for every 8 s it left no room for anything else.
 */
const manyMsOfEntry = 2;
const longestManyMs = 24_000;
/** Boards hang in the hall by the thousand if somebody opens them so, and a glance at one is slower than this. */
const boardMs = 1000;
const soonestLookMs = 1000;
/** A clock may be weeks behind, and a timer of more than 2^31 ms fires at once. */
const latestLookMs = 3_600_000;
/** How soon after news that could not be read the database is asked whether it reads again. */
const catchUpMs = 2000;

/**
 * Tells what committed changes of lines have led to: people their own entry, staff the row, each phone in line the
 * order, the board its numbers. What is told is read after the commit, by one reader at a time, so the last word is the
 * newest; what happened in one turn is read at once. Each process of a fleet reads for its own sockets: what one has
 * read would reach another's behind what that one read later. Where reading failed, this process's screens are told to
 * ask anew once it works again: whoever had joined a line stood on no open screen of the staff for good (0195). A
 * call's expiry is told by a timer, which decides nothing (rules §5, §7).
 */
export function openBroadcast(
  { database, notices, log }: Pick<Core, "database" | "notices" | "log">,
  countHearers: (room: Room) => number,
  { numberMs = usualNumberMs, furtherMs = usualFurtherMs, manyMs = usualManyMs } = {},
) {
  let moved: Moved[] = [];
  let reading: Promise<void> | undefined;
  let telling = Promise.resolve();
  let tellingBoards = Promise.resolve();
  let looking = Promise.resolve();
  const lines = new Map<number, { boothId: number; isAwaited: boolean }>();
  const dear = new Set<number>();
  const boards = new Map<number, { isAwaited: boolean }>();
  const wholes = new Map<number, { isAwaited: boolean }>();
  const looks = new Map<number, NodeJS.Timeout>();
  const pauses = new Set<NodeJS.Timeout>();
  const counts = new Map<number, { boothId: number; count: number }>();
  const rates = new Map<string, { left: number; at: number; isBeyond: boolean }>();
  let isClosed = false;
  let isBehind = false;

  notices.on((notice) => {
    if (notice.kind === "queue.moved") hear(notice);
    // Whoever was called meanwhile is late by this process's clock too.
    if (notice.kind === "notices.missed") void attempt(lookAtOpenCalls);
  });

  function hear(notice: Moved): void {
    if (isClosed) return;
    moved.push(notice);
    if (notice.isLineMoved) moveLine(notice.gameId, notice.boothId);
    reading ??= readAll();
  }

  async function readAll(): Promise<void> {
    while (moved.length > 0) {
      // What else was committed in this turn is read with it.
      await new Promise(setImmediate);
      const batch = moved;
      moved = [];
      await attempt(() => tellEntries(batch));
    }
    reading = undefined;
  }

  async function tellEntries(batch: Moved[]): Promise<void> {
    const byStaff = new Set(batch.flatMap(({ queueId, isByStaff }) => (isByStaff ? [queueId] : [])));
    const ids = [...new Set(batch.map(({ queueId }) => queueId))];
    const entries = new Map((await findEntries(database.query, ids)).map((entry) => [entry.id, entry]));
    // In the order in which they moved: by their ids the newest would always be beyond what staff are told of.
    for (const id of ids) {
      const entry = entries.get(id);
      if (!entry) continue;
      tellStaff(entry, byStaff.has(entry.id));
      tellPerson(entry);
      lookAtExpiry(entry);
    }
  }

  function tellStaff(entry: QueueEntry, isByStaff: boolean): void {
    const { id: queueId, gameId, isFinished, isPlaying } = entry;
    const { boothId } = entry.game;
    const hasBeenCalled = entry.calledAt !== null;
    const tell = (rooms: Room[], isShown: boolean) => {
      const to = rooms.filter((room) => isByStaff || mayTell(room, boothId, hasBeenCalled));
      if (to.length === 0) return;
      notices.sayHere({
        kind: "news",
        event: "Queue:entry",
        to,
        message: newsSentences["Queue:entry"],
        ids: { queueId, gameId, boothId, entry: isShown ? entry : null },
      });
    };
    tell([`booth:${boothId}`, `role:${Role.GameAdmin}`, `role:${Role.Admin}`], !isFinished);
    // Score admins see who plays, nobody else (spec §4).
    tell([`role:${Role.ScoreAdmin}`], isPlaying);
  }

  /**
   * Whether one more entry is told of in a room; beyond that it is told, once for all, that many have changed. Those
   * whom staff have called are counted apart, for their answers are waited for and others' can't be ahead of them.
   */
  function mayTell(room: Room, boothId: number, hasBeenCalled: boolean): boolean {
    const now = performance.now();
    const counted = hasBeenCalled ? `${room} called` : room;
    const rate = rates.get(counted) ?? { left: entriesAtOnce, at: now, isBeyond: false };
    rate.left = Math.min(entriesAtOnce, rate.left + ((now - rate.at) * entriesInSecond) / 1000);
    rate.at = now;
    rates.set(counted, rate);
    if (rate.left >= 1) {
      rate.left--;
      return true;
    }
    if (!rate.isBeyond) {
      rate.isBeyond = true;
      const listed = [...counts.values()].filter((of) => room !== `booth:${boothId}` || of.boothId === boothId);
      const entries = listed.reduce((sum, { count }) => sum + Math.min(count, 2 * maxOfLine), 0);
      after(Math.max(manyMs, Math.min(longestManyMs, entries * manyMsOfEntry)), () => {
        rate.isBeyond = false;
        const message = newsSentences["Queue:many"];
        notices.sayHere({ kind: "news", event: "Queue:many", to: [room], message, ids: { boothId } });
      });
    }
    return false;
  }

  function tellPerson({ id: queueId, gameId, game, userId, number, state }: QueueEntry): void {
    notices.sayHere({
      kind: "news",
      event: "Queue:changed",
      to: [`user:${userId}`],
      message: placeNews({ gameName: game.name, number }, state),
      ids: { queueId, gameId, boothId: game.boothId, state },
    });
  }

  /** Looks at a call again when it expires. */
  function lookAtExpiry({ id: queueId, state, answer, callExpiresAt }: QueueEntry): void {
    clearTimeout(looks.get(queueId));
    looks.delete(queueId);
    if (isClosed || state !== "called" || answer !== null || callExpiresAt === null) return;
    const left = Date.parse(callExpiresAt) - Date.now() + 20;
    const wait = Math.min(latestLookMs, Math.max(soonestLookMs, left));
    const look = setTimeout(() => {
      looks.delete(queueId);
      looking = looking.then(() => attempt(() => tellOfExpiry(queueId)));
    }, wait);
    looks.set(queueId, look.unref());
  }

  /**
   * Tells of a call that is over, and only looks again at one that the database, whose clock decides, still has open:
   * told of at each look, a call was told of four times a second by a process whose clock was ahead.
   */
  async function tellOfExpiry(queueId: number): Promise<void> {
    for (const entry of await findEntries(database.query, [queueId])) {
      const { gameId, game, state } = entry;
      if (state === "called") lookAtExpiry(entry);
      else hear({ kind: "queue.moved", queueId, gameId, boothId: game.boothId, isLineMoved: true, isByStaff: false });
    }
  }

  function moveLine(gameId: number, boothId: number): void {
    const pending = lines.get(gameId);
    if (pending) pending.isAwaited = true;
    else {
      lines.set(gameId, { boothId, isAwaited: false });
      const isDear = dear.has(gameId) || countHearers(`game:${gameId}`) > quickHearers;
      if (!isDear) return void tellLine(gameId, boothId);
      telling = telling.then(() => tellLine(gameId, boothId));
      moveBoards(gameId, boothId);
    }
  }

  /** Tells of a line, and rests; resolves when the next line may be told of. */
  async function tellLine(gameId: number, boothId: number): Promise<void> {
    let spent = 0;
    let rest = lineMs;
    await attempt(async () => {
      for (const { line: whole, pace, game, read } of await readLines(database.query, [gameId])) {
        spent += read * readMs;
        counts.set(gameId, { boothId, count: read });
        const message = newsSentences["Queue:line"];
        const line = isWholeTold(gameId, boothId, whole) ? whole : whole.slice(0, firstNumbers);
        rest = Math.max(lineMs, Math.min(whole.length, firstNumbers) * numberMs);
        const ids = { gameId, boothId, line, isWhole: line.length === whole.length, pace };
        const began = performance.now();
        notices.sayHere({ kind: "news", event: "Queue:line", to: [`game:${gameId}`], message, ids });
        spent += performance.now() - began;
        moveBoards(gameId, boothId, game);
      }
    });
    after(rest, () => {
      const isAwaited = lines.get(gameId)?.isAwaited ?? false;
      lines.delete(gameId);
      if (isAwaited && !isClosed) moveLine(gameId, boothId);
    });
    if (spent <= quickMs) return void dear.delete(gameId);
    dear.add(gameId);
    await new Promise<void>((resolve) => after(restOfTurns * spent, resolve));
  }

  /** Of a long line those far behind are told less often, and of its last move once more. */
  function isWholeTold(gameId: number, boothId: number, { length }: Line): boolean {
    if (length <= firstNumbers) return true;
    const told = wholes.get(gameId);
    if (told) told.isAwaited = true;
    else {
      wholes.set(gameId, { isAwaited: false });
      after(length * furtherMs, () => {
        const isAwaited = wholes.get(gameId)?.isAwaited ?? false;
        wholes.delete(gameId);
        if (isAwaited && !isClosed) moveLine(gameId, boothId);
      });
    }
    return !told;
  }

  /**
   * Has boards told of a game, before the line's phones, which may wait for other lines: at once where few hear it,
   * else in their turn, with a rest after each. Anybody may open boards: 11,900 of one booth, told of each of its lines
   * every second, kept everybody waiting.
   */
  function moveBoards(gameId: number, boothId: number, game?: BoardGame): void {
    const told = boards.get(gameId);
    if (told) {
      told.isAwaited = true;
      return;
    }
    boards.set(gameId, { isAwaited: false });
    if (countHearers(`board:${boothId}`) > quickHearers) {
      tellingBoards = tellingBoards.then(() => readBoard(gameId, boothId));
    } else if (game) {
      tellBoards(game, boothId);
      restBoards(gameId, boothId);
    } else void readBoard(gameId, boothId);
  }

  /** Reads a game anew for its boards, tells them, and rests; resolves when the next may be told of. */
  async function readBoard(gameId: number, boothId: number): Promise<void> {
    let spent = 0;
    await attempt(async () => {
      for (const { game } of isClosed ? [] : await readLines(database.query, [gameId])) {
        const began = performance.now();
        tellBoards(game, boothId);
        spent += performance.now() - began;
      }
    });
    restBoards(gameId, boothId);
    if (spent > quickMs) await new Promise<void>((resolve) => after(restOfTurns * spent, resolve));
  }

  function tellBoards(game: BoardGame, boothId: number): void {
    const message = newsSentences["Board:changed"];
    const ids = { boothId, game };
    notices.sayHere({ kind: "news", event: "Board:changed", to: [`board:${boothId}`], message, ids });
  }

  /** Tells boards of a game no sooner than after a while, and then of what has moved meanwhile. */
  function restBoards(gameId: number, boothId: number): void {
    after(boardMs, () => {
      const isAwaited = boards.get(gameId)?.isAwaited ?? false;
      boards.delete(gameId);
      if (isAwaited && !isClosed) moveBoards(gameId, boothId);
    });
  }

  function after(ms: number, work: () => void): void {
    const pause = setTimeout(() => {
      pauses.delete(pause);
      work();
    }, ms);
    pauses.add(pause.unref());
  }

  /** Calls that this process has heard nothing of, for instance from before it began, expire as well. */
  async function lookAtOpenCalls(): Promise<void> {
    const open = await database.query
      .selectFrom("queueEntries")
      .select("id")
      .where("isFinished", "=", false)
      .where("callExpiresAt", "is not", null)
      .execute();
    const ids = open.map(({ id }) => id);
    for (const entry of await findEntries(database.query, ids)) if (!looks.has(entry.id)) lookAtExpiry(entry);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (isClosed) return;
      log.warn({ err: error }, "a line's news could not be told; screens are told to ask again");
      catchUp();
    });
  }

  function catchUp(): void {
    if (isBehind || isClosed) return;
    isBehind = true;
    after(catchUpMs, () => {
      isBehind = false;
      sql`select`.execute(database.query).then(() => notices.sayHere({ kind: "notices.missed" }), catchUp);
    });
  }

  const begun = attempt(lookAtOpenCalls);

  return {
    /** Tells nothing more; resolves when nothing is being read. */
    async close(): Promise<void> {
      isClosed = true;
      for (const timer of [...looks.values(), ...pauses]) clearTimeout(timer);
      moved = [];
      await Promise.all([begun, looking, reading]);
    },
  };
}
