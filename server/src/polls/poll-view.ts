import { type Poll, type PollDraw, type PollEntry, type PollParticipant, Role } from "@saha/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";
import { Problem } from "../errors/problem.ts";
import type { EncodedAnswer } from "../http/encoded-answer.ts";
import { jsonObject, jsonTime, readAsJson } from "../http/json-rows.ts";
import { hashHex } from "./draw-winner.ts";
import { selectEntriesLeft } from "./entries-left.ts";

type Reader = { id: number; roleId: Role };
type Query = Database["query"] | Tx;

/** A giveaway as one reader sees it, without the numbers of its entries. */
type Uncounted = Omit<Poll, "entries" | "entriesLeft">;

/** Selects the giveaways that a reader sees: attendees those of active booths, everybody else all (rules §2). */
export function selectPolls(query: Query, { id: readerId, roleId }: Reader) {
  const over = sql<boolean>`ends_at <= clock_timestamp()`;
  return query
    .selectFrom("polls")
    .innerJoin("booths", "booths.id", "polls.boothId")
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom("pollDraws")
          .innerJoin("pollEntries", "pollEntries.id", "winnerEntryId")
          .innerJoin("users", "users.id", "pollEntries.userId")
          .select(["username as lastWinner", "endsAt as lastWonAt"])
          .whereRef("pollDraws.pollId", "=", "polls.id")
          .where(over)
          .orderBy("endsAt", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select([
      "polls.id",
      "boothId",
      "polls.name",
      "secondary",
      "renderTime",
      "polls.createdAt",
      "polls.updatedAt",
      "lastWinner",
      "lastWonAt",
      sql<boolean>`exists (select 1 from poll_entries e where e.poll_id = polls.id and e.user_id = ${readerId})`.as(
        "joined",
      ),
      // Who wins the draw that is being shown learns it at its end.
      sql<number | null>`(
        select e.id from poll_entries e where e.poll_id = polls.id and e.user_id = ${readerId} and not exists (
          select 1 from poll_draws d where d.winner_entry_id = e.id and d.ends_at <= clock_timestamp()))`.as(
        "entryLeft",
      ),
    ])
    .select(({ selectFrom }) => [
      selectFrom("pollDraws")
        .select("endsAt")
        .whereRef("pollDraws.pollId", "=", "polls.id")
        .where(({ not }) => not(over))
        .limit(1)
        .as("spinningUntil"),
    ])
    .$if(roleId === Role.User, (polls) => polls.where("booths.isActive", "=", true))
    .orderBy("polls.id");
}

/**
 * Opens the counts of entries, which are added to giveaways that were read: for staff also of those who would be drawn
 * from. They are the same for whoever asks, and of a great giveaway they are dear: all who ask during one count share
 * the next (security: row 21).
 */
export function entriesCounter(
  query: Database["query"],
): (poll: Uncounted, reader: Pick<Reader, "roleId">) => Promise<Poll> {
  const entries = sql<number>`count(*)::int`.as("entries");
  const all = countShared((pollIds) =>
    query.selectFrom("pollEntries").select(["pollId", entries]).where(isOneOf(pollIds)).groupBy("pollId").execute(),
  );
  const left = countShared((pollIds) =>
    selectEntriesLeft(query).select(["pollId", entries]).where(isOneOf(pollIds)).groupBy("pollId").execute(),
  );
  return async (poll, { roleId }) => {
    const [entries, entriesLeft] = await Promise.all([all(poll.id), roleId === Role.User ? null : left(poll.id)]);
    return { ...poll, entries, entriesLeft };
  };
}

const isOneOf = (pollIds: number[]) => sql<boolean>`poll_id = any(${pollIds})`;

function countShared(countAll: (pollIds: number[]) => Promise<{ pollId: number; entries: number }[]>) {
  const count = batchLoad(
    async (pollIds: number[]) => new Map((await countAll(pollIds)).map(({ pollId, entries }) => [pollId, entries])),
    { oneAtATime: true },
  );
  return async (pollId: number) => (await count(pollId)) ?? 0;
}

/** Reads one giveaway that a reader sees. Throws `poll.not_found`. */
export async function readPoll(query: Query, reader: Reader, id: number): Promise<Uncounted> {
  const poll = await selectPolls(query, reader).where("polls.id", "=", id).executeTakeFirst();
  if (!poll) throw new Problem("poll.not_found");
  return poll;
}

/** Reads the booth that a booth admin is assigned to; null for administrators, who see all. Throws `queue.no_booth`. */
export async function ownBooth(query: Query, { id, roleId }: Reader): Promise<number | null> {
  if (roleId === Role.Admin) return null;
  const own = await query.selectFrom("boothAdmins").select("boothId").where("userId", "=", id).executeTakeFirst();
  if (!own) throw new Problem("queue.no_booth");
  return own.boothId;
}

/** Reads the own entries of an attendee. */
export function readOwnEntries(query: Query, userId: number): Promise<PollEntry[]> {
  return query
    .selectFrom("pollEntries")
    .select(["id", "pollId", "userId", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();
}

const entryShown = jsonObject({
  id: sql`e.id`,
  pollId: sql`e.poll_id`,
  userId: sql`e.user_id`,
  createdAt: jsonTime("e.createdAt"),
});
const participantShown = jsonObject({
  pollId: sql`e.poll_id`,
  userId: sql`e.user_id`,
  user: jsonObject({ id: sql`e.user_id`, username: sql`u.username` }),
});

const maxEntries = 100_000;

/** Reads the entries of a booth, or all where it is null. */
export function readEntries(query: Database["query"], boothId: number | null): Promise<EncodedAnswer<PollEntry[]>> {
  return readAsJson(query, entryShown, sql`poll_entries e ${ofBooth(boothId)}`, sql`e.id`, maxEntries);
}

/** Reads who takes part in the giveaways of a booth, or of all where it is null. */
export function readParticipants(
  query: Database["query"],
  boothId: number | null,
): Promise<EncodedAnswer<PollParticipant[]>> {
  const entries = sql`poll_entries e join users u on u.id = e.user_id ${ofBooth(boothId)}`;
  return readAsJson(query, participantShown, entries, sql`e.id`, maxEntries);
}

function ofBooth(boothId: number | null) {
  return boothId === null ? sql`` : sql`join polls p on p.id = e.poll_id and p.booth_id = ${boothId}`;
}

/**
 * Reads the proofs of a poll's draws whose time is over, the newest first, and says in how many milliseconds there is
 * another one, where a draw spins. Throws `poll.not_found`.
 */
export async function readDraws(query: Query, pollId: number, nextIn: (ms: number) => void): Promise<PollDraw[]> {
  const poll = await query
    .selectFrom("polls")
    .select(
      sql<number | null>`(
        select extract(epoch from min(ends_at) - clock_timestamp())::float8 * 1000 from poll_draws
        where poll_id = polls.id and ends_at > clock_timestamp())`.as("spinsForMs"),
    )
    .where("id", "=", pollId)
    .executeTakeFirst();
  if (!poll) throw new Problem("poll.not_found");
  if (poll.spinsForMs !== null) nextIn(poll.spinsForMs);
  const draws = await query
    .selectFrom("pollDraws")
    .select(["id", "at", "seed", "list", "winnerEntryId"])
    .where("pollId", "=", pollId)
    .where(sql<boolean>`ends_at <= clock_timestamp()`)
    .orderBy("id", "desc")
    .execute();
  return draws.map(({ seed, list, ...draw }) => ({
    ...draw,
    seed: seed.toString("hex"),
    seedHash: hashHex(seed),
    list,
    listHash: hashHex(list),
  }));
}

/**
 * Opens the look-up of the hash of the next draw's seed. Anybody may ask: all who ask during one reading share the
 * next. Throws `poll.not_found`.
 */
export function nextSeedHashes(query: Database["query"]): (pollId: number) => Promise<string> {
  const find = batchLoad(
    async (ids: number[]) => {
      const found = await query
        .selectFrom("polls")
        .select(["id", "nextSeed"])
        .where("id", "=", sql<number>`any(${ids})`)
        .execute();
      return new Map(found.map(({ id, nextSeed }) => [id, hashHex(nextSeed)]));
    },
    { oneAtATime: true },
  );
  return async (pollId) => {
    const hash = await find(pollId);
    if (hash === undefined) throw new Problem("poll.not_found");
    return hash;
  };
}
