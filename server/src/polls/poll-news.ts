import { type Events, Role } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import type { Room } from "../realtime/news.ts";
import { newsSentences, pollWinSentence } from "../text/news.ts";

type PollOfBooth = { pollId: number; boothId: number };

/** Tells attendees and staff that the giveaways of a booth have changed: made, renamed, deleted, drawn (rules §7). */
export function tellPollsChanged(tx: Tx, boothId: number): void {
  const event = "Poll:changed";
  const to: Room[] = [`role:${Role.Admin}`, `role:${Role.User}`, `role:${Role.BoothAdmin}`];
  tx.notify({ kind: "news", event, to, message: newsSentences[event], ids: { boothId } });
}

/** Tells entrants and staff that a draw has begun, so that all screens show it at the same moment (rules §6). */
export async function tellSpinning(tx: Tx, ids: Omit<Events["Poll:spinning"], "message">): Promise<void> {
  const event = "Poll:spinning";
  tx.notify({ kind: "news", event, to: await audience(tx, ids), message: newsSentences[event], ids });
}

/** Tells entrants and staff who has won, once the draw's time is over (spec §7, rules §6). */
export async function tellWinner(tx: Tx, poll: PollOfBooth & Record<"name" | "winner" | "endsAt", string>) {
  const event = "Poll:userPollWin";
  const { pollId, name, winner, endsAt } = poll;
  const message = pollWinSentence(winner, name);
  tx.notify({ kind: "news", event, to: await audience(tx, poll), message, ids: { pollId, winner, endsAt } });
}

async function audience(tx: Tx, { pollId, boothId }: PollOfBooth): Promise<Room[]> {
  const entrants = await tx.selectFrom("pollEntries").select("userId").where("pollId", "=", pollId).execute();
  const admins = await tx.selectFrom("boothAdmins").select("userId").where("boothId", "=", boothId).execute();
  return [...[...entrants, ...admins].map(({ userId }) => `user:${userId}` as const), `role:${Role.Admin}`];
}
