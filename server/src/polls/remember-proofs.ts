import type { PollDraw } from "@saha/contract";
import type { Core } from "../core.ts";
import { type AnswerCache, type CachedAnswer, cacheAnswer } from "../http/cached-answer.ts";
import { readDraws } from "./poll-view.ts";

const maxPolls = 500;
/** News of another process may be lost on their way. */
const maxAgeMs = 10_000;

/**
 * Opens the memory of proofs. Anybody may ask for them, and those of a great draw are long: each is read, encoded and
 * packed once until a giveaway changes, or a draw of its own ends that spins, whose winner is nobody's to know before,
 * and everybody's from then on (rules §6; security: row 21). What `find` throws of an unknown giveaway is passed on.
 */
export function rememberProofs(
  { database, notices }: Core,
  find: (pollId: number) => Promise<unknown>,
): (pollId: number) => Promise<CachedAnswer<PollDraw[]>> {
  const proofs = new Map<number, AnswerCache<PollDraw[]>>();
  notices.on((notice) => {
    const isOfPoll = notice.kind === "news" && notice.event.startsWith("Poll:");
    if (isOfPoll || notice.kind === "notices.missed") proofs.clear();
  });
  return async (pollId) => {
    // Strangers ask for whatever id they like: of unknown ones nothing is kept, and all who ask share a reading.
    if (!proofs.has(pollId)) await find(pollId);
    const known = proofs.get(pollId);
    const cached = known ?? cacheAnswer((nextIn) => readDraws(database.query, pollId, nextIn), { maxAgeMs });
    if (!known && proofs.size >= maxPolls) proofs.clear();
    proofs.set(pollId, cached);
    return cached.get();
  };
}
