import { Poll, type PollDraw, type PollEntry, type PollParticipant, Role } from "@saha/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Database, Tx } from "../database/database.ts";
import { batchLoad } from "../database/optimizations/batch-load.ts";
import { Problem } from "../errors/problem.ts";
import { EncodedAnswer } from "../http/encoded-answer.ts";
import { fewAtATime } from "../http/few-at-a-time.ts";
import { jsonObject, jsonTime, readAsJson } from "../http/json-rows.ts";
import { hashHex } from "./draw-winner.ts";
import { selectEntriesLeft } from "./entries-left.ts";

type Reader = { id: number; roleId: Role };
type Query = Database["query"] | Tx;

/** A giveaway as all of a role see it, with the entries that its draws fell on. */
type CommonPoll = Omit<Poll, "joined" | "entryLeft"> & { won: number[] };

const encoded = z.omit(Poll, { joined: true, entryLeft: true });

/**
 * Reads what is the same for all attendees, who see the giveaways of active booths, or for all others, who see all and
 * how many would be drawn from (rules §2). Who wins the draw that is being shown learns it at its end.
 */
async function readCommon(query: Query, isForStaff: boolean, ids?: number[]): Promise<CommonPoll[]> {
  const over = sql<boolean>`ends_at <= clock_timestamp()`;
  const polls = await query
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
      sql<number[]>`array(
        select d.winner_entry_id from poll_draws d where d.poll_id = polls.id and d.ends_at <= clock_timestamp())`.as(
        "won",
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
    .$if(!isForStaff, (polls) => polls.where("booths.isActive", "=", true))
    .$if(ids !== undefined, (polls) => polls.where("polls.id", "=", isOneOf(ids ?? [])))
    .orderBy("polls.id")
    .execute();
  const ofThem = sql<boolean>`poll_id = ${isOneOf(polls.map(({ id }) => id))}`;
  const count = sql<number>`count(*)::int`.as("count");
  const all = await query.selectFrom("pollEntries").select(["pollId", count]).where(ofThem).groupBy("pollId").execute();
  const entries = countsOf(all);
  if (!isForStaff) return polls.map((poll) => ({ ...poll, entries: entries(poll.id), entriesLeft: null }));
  const left = countsOf(
    await selectEntriesLeft(query).select(["pollId", count]).where(ofThem).groupBy("pollId").execute(),
  );
  return polls.map((poll) => ({ ...poll, entries: entries(poll.id), entriesLeft: left(poll.id) }));
}

function countsOf(rows: { pollId: number; count: number }[]): (pollId: number) => number {
  const counts = new Map(rows.map(({ pollId, count }) => [pollId, count]));
  return (pollId) => counts.get(pollId) ?? 0;
}

const isOneOf = (ids: number[]) => sql<number>`any(${ids})`;

/**
 * Opens the reading of giveaways. What is the same for whoever asks is read once for all who ask during one reading,
 * and the list is encoded once: after a draw every phone at a booth asks for it, and of 120 giveaways each that was
 * read and encoded for itself cost 3.4 ms; the entries of a great one are dear to count (security: row 21; 0131).
 */
export function pollReader(query: Database["query"]) {
  const forStaff = commonReader(query, true);
  const forAttendees = commonReader(query, false);
  const entriesOf = batchLoad(
    async (userIds: number[]) => {
      const entries = await query
        .selectFrom("pollEntries")
        .select(["userId", "pollId", "id"])
        .where("userId", "=", isOneOf(userIds))
        .execute();
      const own = new Map(userIds.map((id) => [id, new Map<number, number>()]));
      for (const { userId, pollId, id } of entries) own.get(userId)?.set(pollId, id);
      return own;
    },
    // What is read for all takes its connection beside the members' line: a crowd would take all there are.
    { oneAtATime: true },
  );

  async function readFor<Read>({ id, roleId }: Reader, read: (common: CommonReader) => Promise<Read>) {
    const common = read(roleId === Role.User ? forAttendees : forStaff);
    const [found, own] = await Promise.all([common, entriesOf(id)]);
    return { found, partIn: (poll: CommonPoll) => partOf(poll, own?.get(poll.id)) };
  }

  return {
    async list(reader: Reader): Promise<EncodedAnswer<Poll[]>> {
      const { found, partIn } = await readFor(reader, ({ all }) => all());
      // Thousands may have waited for one reading, and each answer takes a while to write.
      await new Promise<void>(goOn);
      const list = found.map(({ poll, text }) => `{${text},${JSON.stringify(partIn(poll)).slice(1)}`);
      return new EncodedAnswer(`[${list}]`);
    },
    async ofBooth(reader: Reader, boothId: number): Promise<Poll[]> {
      const { found, partIn } = await readFor(reader, ({ all }) => all());
      return found.flatMap(({ poll }) => (poll.boothId === boothId ? { ...poll, ...partIn(poll) } : []));
    },
    /** Reads one. Throws `poll.not_found`. */
    async get(reader: Reader, id: number): Promise<Poll> {
      const { found, partIn } = await readFor(reader, ({ one }) => one(id));
      if (!found) throw new Problem("poll.not_found");
      return { ...found, ...partIn(found) };
    },
  };
}

const goOn = fewAtATime<() => void>((resolve) => resolve());

type CommonReader = ReturnType<typeof commonReader>;

function commonReader(query: Database["query"], isForStaff: boolean) {
  const readAll = batchLoad(
    async (keys: "all"[]) => {
      const polls = await readCommon(query, isForStaff);
      const all = polls.map((poll) => ({ poll, text: JSON.stringify(z.encode(encoded, poll)).slice(1, -1) }));
      return new Map(keys.map((key) => [key, all]));
    },
    { oneAtATime: true },
  );
  const one = batchLoad(
    async (ids: number[]) => new Map((await readCommon(query, isForStaff, ids)).map((poll) => [poll.id, poll])),
    { oneAtATime: true },
  );
  return { all: async () => (await readAll("all")) ?? [], one };
}

/** What a giveaway is to one person, by the entry that they have in it. */
function partOf({ won }: CommonPoll, entry: number | undefined): Pick<Poll, "joined" | "entryLeft"> {
  return { joined: entry !== undefined, entryLeft: entry === undefined || won.includes(entry) ? null : entry };
}

/** Reads one giveaway for an administrator who has just changed it. Throws `poll.not_found`. */
export async function readChangedPoll(tx: Tx, id: number): Promise<Poll> {
  const [poll] = await readCommon(tx, true, [id]);
  if (!poll) throw new Problem("poll.not_found");
  return { ...poll, ...partOf(poll, undefined) };
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
