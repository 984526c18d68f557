import type { PollRoll } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { drawWinner } from "./draw-winner.ts";
import { selectEntriesLeft } from "./entries-left.ts";
import { lockPoll } from "./lock-poll.ts";
import { tellSpinning } from "./poll-news.ts";

type Roller = {
  id: number;
  /** Null for administrators, who roll for every booth. */
  boothId: number | null;
};

type Rolled = { pollId: number; lastWonAt?: string | null | undefined };

/**
 * Draws one winner of a poll under its lock, from the seed that was fixed before, among the entrants without blocked
 * people and earlier winners; fixes the list that it was drawn from and the seed of the next draw. Throws
 * `poll.not_found` (also for another booth's), `poll.spinning` while a draw is still shown, `poll.drawn` where the
 * roller was shown another last draw than there was, `poll.too_many_draws` and `poll.nobody_left` (rules §6; 0203).
 */
export async function rollPoll(
  tx: Tx,
  roller: Roller,
  { pollId, lastWonAt }: Rolled,
  nextSeed: Buffer,
): Promise<PollRoll> {
  await lockPoll(tx, pollId, "rolling");
  const poll = await tx
    .selectFrom("polls")
    .select(["boothId", "name", "nextSeed", "renderTime"])
    .where("id", "=", pollId)
    .forUpdate()
    .executeTakeFirst();
  if (!poll || (roller.boothId !== null && roller.boothId !== poll.boothId)) throw new Problem("poll.not_found");
  if (await isSpinning(tx, pollId)) throw new Problem("poll.spinning", { retryAfter: 1 });
  if (lastWonAt !== undefined) await refuseDrawn(tx, pollId, lastWonAt);
  await refuseTooMany(tx, pollId);
  const entries = await selectEntriesLeft(tx)
    .select(["pollEntries.id", "userId", "username"])
    .where("pollId", "=", pollId)
    .orderBy("pollEntries.id")
    .execute();
  const list = entries.map(({ id }) => id).join("\n");
  if (list === "") throw new Problem("poll.nobody_left");
  const winnerEntryId = drawWinner(poll.nextSeed, list);
  const winner = entries.find(({ id }) => id === winnerEntryId);
  if (!winner) throw new Error("The winner is not on the list");
  const draw = await tx
    .insertInto("pollDraws")
    .values({
      pollId,
      seed: poll.nextSeed,
      list,
      winnerEntryId,
      rolledBy: roller.id,
      // The database's clock: when others see the winner is judged by it as well.
      at: sql`clock_timestamp()`,
      endsAt: sql`clock_timestamp() + make_interval(secs => ${poll.renderTime})`,
    })
    .returning(["id", "at", "endsAt"])
    .executeTakeFirstOrThrow();
  await tx.updateTable("polls").set({ nextSeed }).where("id", "=", pollId).execute();
  const { id: drawId, at, endsAt } = draw;
  const told = { pollId, drawId, entries: entries.length, endsAt };
  const { boothId, name, renderTime } = poll;
  await tellSpinning(tx, { ...told, boothId, name, renderTime });
  return { ...told, winnerId: winner.userId, winner: winner.username, at };
}

/** Two phones of a booth that asked before either drew would give one prize to two people. */
async function refuseDrawn(tx: Tx, pollId: number, shown: string | null): Promise<void> {
  const last = await tx
    .selectFrom("pollDraws")
    .innerJoin("pollEntries", "pollEntries.id", "winnerEntryId")
    .innerJoin("users", "users.id", "pollEntries.userId")
    .select(["endsAt", "username"])
    .where("pollDraws.pollId", "=", pollId)
    .orderBy("endsAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if ((last?.endsAt ?? null) !== shown) throw new Problem("poll.drawn", { details: { winner: last?.username ?? "—" } });
}

/** All proofs of a giveaway are one answer, for anybody who asks (0146). */
const maxDraws = 100;

async function refuseTooMany(tx: Tx, pollId: number): Promise<void> {
  const { count } = await tx
    .selectFrom("pollDraws")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("pollId", "=", pollId)
    .executeTakeFirstOrThrow();
  if (count >= maxDraws) throw new Problem("poll.too_many_draws", { details: { count } });
}

async function isSpinning(tx: Tx, pollId: number): Promise<boolean> {
  const spinning = await tx
    .selectFrom("pollDraws")
    .select("id")
    .where("pollId", "=", pollId)
    .where("endsAt", ">", sql<string>`clock_timestamp()`)
    .executeTakeFirst();
  return spinning !== undefined;
}
