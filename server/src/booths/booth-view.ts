import { type Booth, type BoothGame, queuelessPlatforms, Role, type Wait } from "@saha/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";
import { Problem } from "../errors/problem.ts";
import { type Busy, readBusy } from "../queue/view/forecast.ts";
import type { KnownLines } from "../queue/view/known-lines.ts";
import { selectGamesFor } from "./game-view.ts";

const idsOf = (games: { id: number }[]) => games.map(({ id }) => id);
const nobody: Busy = { waiting: 0, wait: null };

/** Where booths are read, and how busy games are. */
export type Source = { query: Database["query"] | Tx; busy: KnownLines["busy"] };

/** Reads all of it in a transaction, with what that has changed. */
export const sourceIn = (query: Tx): Source => ({ query, busy: (gameIds) => readBusy(query, gameIds) });

/** Reads the booths that a role sees, each with how many wait and the shortest wait of its games (rules §2, §5). */
export async function readBooths({ query, busy: readBusy }: Source, role: Role): Promise<Booth[]> {
  const [booths, games] = await Promise.all([
    selectBooths(query, role).execute(),
    selectGamesFor(query, role).execute(),
  ]);
  const busy = await readBusy(idsOf(games));
  const gamesOf = Map.groupBy(games, ({ boothId }) => boothId);
  return booths.map((booth) => ({ ...booth, ...busyOf(gamesOf.get(booth.id) ?? [], busy) }));
}

/** Reads one booth that a role sees. Throws `booth.not_found`. */
export async function readBooth(source: Source, id: number, role: Role): Promise<Booth> {
  const booth = await findBooth(source, id, role);
  if (!booth) throw new Problem("booth.not_found");
  return booth;
}

/** Finds one booth; undefined when the role sees no such booth. */
export async function findBooth({ query, busy }: Source, id: number, role: Role): Promise<Booth | undefined> {
  const booth = await selectBooths(query, role).where("id", "=", id).executeTakeFirst();
  if (!booth) return undefined;
  const games = await selectGamesFor(query, role).where("boothId", "=", id).execute();
  return { ...booth, ...busyOf(games, await busy(idsOf(games))) };
}

/**
 * Reads the games of a booth that a role sees, each with how busy it is; undefined when the role sees no such booth.
 */
export async function readGamesOfBooth(
  { query, busy: readBusy }: Source,
  id: number,
  role: Role,
): Promise<BoothGame[] | undefined> {
  const booth = await selectBooths(query, role).where("id", "=", id).executeTakeFirst();
  if (!booth) return undefined;
  const games = await selectGamesFor(query, role).where("boothId", "=", id).execute();
  const busy = await readBusy(idsOf(games));
  return games.map((game) => ({ ...game, ...(busy.get(game.id) ?? nobody) }));
}

/** Selects the booths that a role sees: attendees the active ones, everybody else all. */
export function selectBooths(query: Database["query"] | Tx, role: Role) {
  const booths = query
    .selectFrom("booths")
    .select(["id", "name", "image", "isActive", "createdAt", "updatedAt"])
    .orderBy("id");
  return role === Role.User ? booths.where("isActive", "=", true) : booths;
}

type LineFacts = Pick<BoothGame, "id" | "isActive" | "isQueueable" | "platformId">;

/** Everybody who waits at a booth, and the shortest wait among the games that a newcomer can join. */
function busyOf(games: LineFacts[], busy: Map<number, Busy>): Busy {
  const waiting = games.reduce((sum, { id }) => sum + (busy.get(id)?.waiting ?? 0), 0);
  const waits = games.filter(canBeJoined).flatMap(({ id }) => busy.get(id)?.wait ?? []);
  return { waiting, wait: waits.reduce<Wait | null>(shorter, null) };
}

function canBeJoined({ isActive, isQueueable, platformId }: LineFacts): boolean {
  return isActive && isQueueable && !queuelessPlatforms.includes(platformId);
}

function shorter(one: Wait | null, other: Wait): Wait {
  return one === null || other.to < one.to || (other.to === one.to && other.from < one.from) ? other : one;
}

/**
 * Opens the look-up of booths by id, for those whom strangers ask for: all who ask during one reading share the next.
 */
export function boothFinder(query: Database["query"]) {
  return batchLoad(
    async (ids: number[]) => {
      const booths = await query
        .selectFrom("booths")
        .select(["id", "isActive"])
        .where("id", "=", sql<number>`any(${ids})`)
        .execute();
      return new Map(booths.map((booth) => [booth.id, booth]));
    },
    { oneAtATime: true },
  );
}
