import type { CallAnswer, ProblemCode, QueueState } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { tellMoved } from "./live/queue-news.ts";
import { type Locked, lockEntry } from "./lock-entry.ts";
import { entryState } from "./view/entry-view.ts";

/**
 * Takes a player's word on the own call: `coming`, `later` (the place is held) or `here` (back in line at the own
 * number). Who is late and says `coming` is taken for here. Said again it changes nothing. Locks the person. Throws
 * `queue.not_found`, `finished`, `playing`, `not_called`, `not_held` (rules §5).
 */
export async function answerCall(tx: Tx, actor: Actor, queueId: number, answer: CallAnswer): Promise<void> {
  const entry = await lockEntry(tx, actor, queueId);
  const now = await tx
    .selectFrom("queueEntries")
    .select(entryState.as("state"))
    .select("answer")
    .where("id", "=", queueId)
    .executeTakeFirstOrThrow();
  if (now.state === "finished") throw new Problem("queue.finished");
  if (now.state === "playing") throw new Problem("queue.playing");
  const said = answer === "coming" && now.state === "late" ? "here" : answer;
  const { from, otherwise } = taken[said];
  if (isSaid(said, now)) return;
  if (!from.includes(now.state)) throw new Problem(otherwise);
  await keep(tx, entry, said);
}

/** From which states an answer is taken, and the refusal in any other. */
const taken: Record<CallAnswer, { from: QueueState[]; otherwise: ProblemCode }> = {
  coming: { from: ["called"], otherwise: "queue.not_called" },
  later: { from: ["waiting", "called", "late", "held"], otherwise: "queue.not_called" },
  here: { from: ["held", "late"], otherwise: "queue.not_held" },
};

const afterwards: Record<CallAnswer, QueueState> = { coming: "called", later: "held", here: "waiting" };

function isSaid(said: CallAnswer, now: { state: QueueState; answer: CallAnswer | null }): boolean {
  return said === now.answer && now.state === afterwards[said];
}

async function keep(tx: Tx, entry: Locked, said: CallAnswer): Promise<void> {
  await tx
    .updateTable("queueEntries")
    .set({
      answer: said,
      ...(said === "later" && { held: "asked" as const }),
      ...(said === "here" && { held: null }),
      ...(said !== "coming" && { callExpiresAt: null }),
    })
    .where("id", "=", entry.id)
    .execute();
  tellMoved(tx, entry, { isLineMoved: said !== "coming" });
}
