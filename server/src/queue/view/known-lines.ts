import type {} from "../../core.ts";
import type { Database } from "../../database/database.ts";
import type { Notices } from "../../database/notices.ts";
import type { Busy } from "./forecast.ts";
import { type LineNow, readLines } from "./line.ts";

export type KnownLines = {
  /** Reads the lines of games, as boards and booths show them, in the order asked for. */
  lines(gameIds: readonly number[]): Promise<LineNow[]>;
  /** The same, as how busy the games are. */
  busy(gameIds: readonly number[]): Promise<Map<number, Busy>>;
};

declare module "../../core.ts" {
  interface Core {
    /** What is known of the lines of this moment, for whatever many look at. */
    knownLines: KnownLines;
  }
}

/** Milliseconds after which a line is read anew that nobody moved: calls expire, and the forecast ages. */
const maxAgeMs = 950;
/** So many entries in all lines cost so little that a line is read anew whenever it moved. */
const usualFew = 5_000;
/**
 * Milliseconds that a line is known for each entry in all lines, beyond that: each costs some two thousandths of one to
 * read, so the lines have a tenth of a processor.
 */
const usualRestMs = 0.02;

type Known = { line: Promise<LineNow | undefined>; since: number; isMoved: boolean; isRead: boolean };

/**
 * Keeps what was read of each line until it moves, for boards and booths, which all may look at. Read anew with each
 * move of another line, past 216,000 entries of own accounts in six lines, they kept everybody waiting for 1 to 2 s: a
 * line that rests is not read, and one that moves, where there are thousands, only so often.
 */
export function openKnownLines(
  { query }: Pick<Database, "query">,
  notices: Pick<Notices, "on">,
  { fewEntries = usualFew, restMsOfEntry = usualRestMs } = {},
): KnownLines {
  const known = new Map<number, Known>();
  const counts = new Map<number, number>();
  notices.on((notice) => {
    const moved = notice.kind === "queue.moved" ? known.get(notice.gameId) : undefined;
    if (moved) moved.isMoved = true;
  });

  function restMs(): number {
    const entries = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return entries <= fewEntries ? 0 : entries * restMsOfEntry;
  }

  function isFresh(one: Known, rest: number): boolean {
    const age = performance.now() - one.since;
    if (rest > 0 && (!one.isRead || age < rest)) return true;
    return !one.isMoved && age < Math.max(maxAgeMs, rest);
  }

  function readAnew(gameIds: number[]): void {
    const reading = readLines(query, gameIds);
    const since = performance.now();
    for (const id of gameIds) {
      const line = reading.then((lines) => lines.find(({ game }) => game.id === id));
      const one: Known = { line, since, isMoved: false, isRead: false };
      known.set(id, one);
      line.then(
        (now) => {
          one.isRead = true;
          counts.set(id, now?.read ?? 0);
        },
        () => {
          if (known.get(id) === one) known.delete(id);
        },
      );
    }
  }

  async function lines(gameIds: readonly number[]): Promise<LineNow[]> {
    const rest = restMs();
    const stale = gameIds.filter((id) => {
      const one = known.get(id);
      return !one || !isFresh(one, rest);
    });
    if (stale.length > 0) readAnew(stale);
    const found = await Promise.all(gameIds.map((id) => known.get(id)?.line));
    return found.flatMap((line) => line ?? []);
  }

  return {
    lines,
    busy: async (gameIds) =>
      new Map((await lines(gameIds)).map(({ game: { id, waiting, wait } }) => [id, { waiting, wait }])),
  };
}
