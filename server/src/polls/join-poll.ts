import type { PollEntry } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { lockPoll } from "./lock-poll.ts";

/**
 * Enters a user into a giveaway of an active booth, once; the unique key decides between two presses. Throws
 * `poll.not_found` and `poll.already_joined` (rules §6).
 */
export async function joinPoll(tx: Tx, userId: number, pollId: number): Promise<PollEntry> {
  // A roll counts either none or all of who has joined before it.
  await lockPoll(tx, pollId, "joining");
  const poll = await tx
    .selectFrom("polls")
    .innerJoin("booths", "booths.id", "polls.boothId")
    .select("polls.id")
    .where("polls.id", "=", pollId)
    .where("booths.isActive", "=", true)
    .forKeyShare("polls")
    .executeTakeFirst();
  if (!poll) throw new Problem("poll.not_found");
  const entry = await tx
    .insertInto("pollEntries")
    .values({ pollId, userId })
    .onConflict((conflict) => conflict.constraint("poll_entries_once").doNothing())
    .returning(["id", "pollId", "userId", "createdAt"])
    .executeTakeFirst();
  if (!entry) throw new Problem("poll.already_joined");
  return entry;
}
