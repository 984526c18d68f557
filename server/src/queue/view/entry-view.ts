import type { QueueEntry, QueueState } from "@saha/contract";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { Given, Query } from "../../database/optimizations/compiled-statements.ts";

/** The state of `queue_entries` at this moment; being late is a matter of the clock, not of a write (rules §5). */
export const entryState = sql<QueueState>`case
  when queue_entries.is_finished then 'finished'
  when queue_entries.is_playing then 'playing'
  when queue_entries.entered_at is not null then 'entered'
  when queue_entries.held is not null then 'held'
  when queue_entries.called_at is null or queue_entries.answer = 'here' then 'waiting'
  when queue_entries.answer is null and queue_entries.call_expires_at <= now() then 'late'
  else 'called' end`;

/**
 * Whether the person of `queue_entries` plays another game at this moment; it stays so while the person is locked. Who
 * plays is not finished, which is said here because it opens the index of those who play: without it each row reads
 * all lines of its person, or the whole evening.
 */
export const isPlayingElsewhere = sql<boolean>`exists (
  select 1 from queue_entries as other
  where other.user_id = queue_entries.user_id and not other.is_finished and other.is_playing
    and other.id <> queue_entries.id)`;

/** Whether somebody in this state counts in the line: waits, and is neither held nor late (rules §5). */
export function isInLine(state: RawBuilder<QueueState>): RawBuilder<boolean> {
  return sql`${state} in ('waiting', 'called', 'entered')`;
}

/** Entries as they travel, without an order. */
export function selectEntries(query: Database["query"] | Tx) {
  return query
    .selectFrom("queueEntries")
    .innerJoin("games", "games.id", "queueEntries.gameId")
    .innerJoin("users", "users.id", "queueEntries.userId")
    .select([
      "queueEntries.id",
      "queueEntries.gameId",
      "games.name as gameName",
      "games.platformId",
      "games.boothId",
      "queueEntries.userId",
      "users.username",
      "users.name as userName",
      "users.avatar",
      "queueEntries.number",
      "queueEntries.isPlaying",
      "queueEntries.isFinished",
      "queueEntries.calledAt",
      "queueEntries.callExpiresAt",
      "queueEntries.enteredAt",
      "queueEntries.answer",
      "queueEntries.createdAt",
    ])
    .select([entryState.as("state"), isPlayingElsewhere.as("playingElsewhere")]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>["executeTakeFirstOrThrow"]>>;

/** An entry in the shape of the contract. */
export function presentEntry(row: Row): QueueEntry {
  const { gameName, platformId, boothId, username, userName, avatar, ...entry } = row;
  return {
    ...entry,
    game: { id: row.gameId, name: gameName, platformId, boothId },
    user: { id: row.userId, username, name: userName, avatar },
  };
}

/** Finds entries by id, finished ones too, in the order of their ids. */
export async function findEntries(query: Database["query"] | Tx, ids: readonly number[]): Promise<QueueEntry[]> {
  const rows = await selectEntries(query)
    .where("queueEntries.id", "=", sql<number>`any(${ids})`)
    .orderBy("queueEntries.id")
    .execute();
  return rows.map(presentEntry);
}

/** Finds one entry that is known to be there. */
export async function readEntry(tx: Tx, id: number): Promise<QueueEntry> {
  const [row] = await tx.run(entryOf, { id });
  if (!row) throw new Error(`There is no entry ${id}`);
  return presentEntry(row);
}

const entryOf = (query: Query, { id }: Given<{ id: number }>) => selectEntries(query).where("queueEntries.id", "=", id);
