import { Platform, queuelessPlatforms, type ScoreReason } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import type { EventDays } from "../tickets/event-day.ts";
import { readEventDay } from "../tickets/read-event-day.ts";
import { demoLines, type Standing } from "./demo-lines.ts";
import type { SeededGame } from "./seed-booths.ts";

type Evening = {
  games: readonly SeededGame[];
  now: Date;
  days: EventDays;
  /** The attendee whose account visitors of the demo try. */
  own: number;
  players: readonly number[];
  staff: { booth: number; game: number; trivia: number; stage: number };
};

type Change = {
  at: Date;
  actorId: number;
  userId: number;
  game: SeededGame;
  reason: ScoreReason;
  points: number;
  queueEntryId: number | null;
};

/** Minutes that a seeded game takes, and that somebody has waited for it. */
const played = 5;
const waited = 14;

/**
 * Seeds an evening in progress: who has played and scored in the last hours, who plays, and who stands in line in which
 * state. Scores are written as the sum of their log; the database holds them to it (rules §5, §8).
 */
export async function seedEvening(tx: Tx, evening: Evening): Promise<void> {
  const changes: Change[] = [];
  const queued = evening.games.filter(({ platformId }) => !queuelessPlatforms.includes(platformId));
  const dayEnd = new Date((await readEventDay(tx, evening.days)).began);
  for (const [at, game] of queued.entries()) {
    changes.push(...(await seedPlayed(tx, evening, { game, at })));
    await seedLine(tx, evening, { game, at, dayEnd });
  }
  for (const [at, game] of evening.games.entries()) {
    if (queuelessPlatforms.includes(game.platformId)) changes.push(...seedAnswers(evening, game, at));
  }
  await seedScores(tx, changes);
}

/** The games that are over: each with its finished entry and its result. */
async function seedPlayed(tx: Tx, evening: Evening, { game, at }: { game: SeededGame; at: number }): Promise<Change[]> {
  const { players, now, own, staff } = evening;
  const { gap, plays } = lineOf(game);
  const people = Array.from({ length: plays }, (_, turn) => {
    // The own account has played here and there, the last time a while ago.
    if (turn === plays - 4 && at % 4 === 0) return own;
    return pick(players, at * 5 + turn * 3);
  });
  if (people.length === 0) return [];
  const entries = people.map((userId, turn) => {
    const begun = before(now, (plays - turn) * gap + stray(at, turn) * gap * 0.4 + played);
    return {
      gameId: game.id,
      userId,
      number: turn + 1,
      isFinished: true,
      calledAt: before(begun, 3),
      callExpiresAt: begun,
      answer: "coming" as const,
      enteredAt: before(begun, 1),
      startedAt: begun,
      finishedAt: before(begun, -played),
      createdAt: before(begun, waited),
    };
  });
  const rows = await tx.insertInto("queueEntries").values(entries).returning(["id", "number"]).execute();
  const idOf = new Map(rows.map(({ id, number }) => [number, id]));
  const actorId = game.boothId === evening.games[0]?.boothId ? staff.booth : staff.game;
  return entries.map(({ userId, number, finishedAt }) => {
    // Some win more often than others, so that the standings have a head and a tail.
    const isWin = stray(at, number) + players.indexOf(userId) / (2 * players.length) < 0.7;
    return {
      at: finishedAt,
      actorId,
      userId,
      game,
      reason: isWin ? ("win" as const) : ("lose" as const),
      points: (isWin ? game.winPoints : game.losePoints) * (game.isDoubled ? 2 : 1),
      queueEntryId: idOf.get(number) ?? null,
    };
  });
}

/** Who is in the line of a game now, in the order of the numbers. */
async function seedLine(
  tx: Tx,
  { players, now, own, games }: Evening,
  { game, at, dayEnd }: { game: SeededGame; at: number; dayEnd: Date },
): Promise<void> {
  const { plays, line } = lineOf(game);
  // Who plays here plays nowhere else, and stands in no line but the first one.
  const playing = players.slice(-games.length);
  const others = players.slice(0, -games.length);
  const entries = line.map((standing, place) => {
    const userId = { own, elsewhere: pick(playing, at + 1), playing: pick(playing, at) }[standing as string];
    const calledAt = standing === "late" ? before(now, 9) : before(now, 2);
    const createdAt = before(now, waited + line.length - place);
    return {
      gameId: game.id,
      userId: userId ?? pick(others, at * 7 + place),
      number: plays + place + 1,
      createdAt: createdAt < dayEnd ? dayEnd : createdAt,
      ...(["playing", "entered", "coming", "late"].includes(standing) && {
        calledAt,
        callExpiresAt: before(calledAt, -3),
      }),
      ...(standing === "playing" && { isPlaying: true, startedAt: before(now, 1) }),
      ...(["playing", "entered"].includes(standing) && { enteredAt: before(now, 1) }),
      ...(standing === "coming" && { answer: "coming" as const }),
      ...(standing === "held" && { answer: "later" as const, held: "asked" as const, calledAt: before(now, 6) }),
    };
  });
  for (const entry of entries) await tx.insertInto("queueEntries").values(entry).execute();
  const lastNumber = plays + line.length;
  await tx.updateTable("games").set({ lastNumber }).where("id", "=", game.id).execute();
}

/** Points from the games without a line: quests and trivia, a few for everybody. */
function seedAnswers({ players, own, now, staff }: Evening, game: SeededGame, at: number): Change[] {
  const actorId = game.platformId === Platform.SuperTrivia ? staff.stage : staff.trivia;
  const every = game.platformId === Platform.SuperTrivia ? 6 : 3;
  const people = [
    ...players.filter((_, turn) => turn % every === at % every),
    ...(game.platformId === Platform.Trivia ? [own] : []),
  ];
  return people.map((userId, turn) => ({
    at: before(now, 12 + turn * 7 + stray(at, turn) * 5),
    actorId,
    userId,
    game,
    reason: "trivia" as const,
    points: game.winPoints,
    queueEntryId: null,
  }));
}

async function seedScores(tx: Tx, changes: Change[]): Promise<void> {
  const scores = new Map<string, { userId: number; game: SeededGame; score: number; at: Date }>();
  const log = changes
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, actorId, userId, game, reason, points, queueEntryId }) => {
      const key = `${userId} ${game.id}`;
      const previousScore = scores.get(key)?.score ?? 0;
      const currentScore = Math.min(highestOf(game), Math.max(lowestOf(game), previousScore + points));
      scores.set(key, { userId, game, score: currentScore, at });
      return { at, actorId, userId, gameId: game.id, reason, queueEntryId, previousScore, currentScore };
    });
  await tx.insertInto("scoreLog").values(log).execute();
  await tx
    .insertInto("scores")
    .values(
      [...scores.values()].map(({ userId, game, score, at }) => ({
        userId,
        gameId: game.id,
        score,
        lowest: lowestOf(game),
        highest: highestOf(game),
        reachedAt: at,
      })),
    )
    .execute();
}

const lowestOf = ({ bounds }: SeededGame) => bounds?.min ?? 0;
const highestOf = ({ bounds }: SeededGame) => bounds?.max ?? 1_000_000_000;

function lineOf({ shortName }: SeededGame): { gap: number; plays: number; line: readonly Standing[] } {
  return demoLines[shortName] ?? { gap: 10, plays: 0, line: [] };
}

/** The same evening each time: a number from 0 to 1 that belongs to a game and a turn. */
function stray(at: number, turn: number): number {
  return ((at * 7919 + turn * 104_729 + 31) % 997) / 997;
}

function pick<T>(all: readonly T[], at: number): T {
  return all[at % all.length] as T;
}

function before(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() - minutes * 60_000);
}
