import type { Events, Poll } from "@saha/contract";

/** A draw as news tells of it: enough to show it without asking. */
export type Draw = Pick<Poll, "id" | "name" | "entries" | "renderTime" | "spinningUntil" | "lastWinner">;

export function drawOf({ pollId, name, entries, renderTime, endsAt }: Events["Poll:spinning"]): Draw {
  return { id: pollId, name, entries, renderTime, spinningUntil: endsAt, lastWinner: null };
}

/**
 * Ends a draw, or the giveaway that it is of, with its winner; another draw, which has begun since, goes on. When it
 * ends tells one from another.
 */
export function endedBy({ pollId, endsAt, winner }: Events["Poll:userPollWin"]) {
  return <T extends Pick<Poll, "id" | "spinningUntil" | "lastWinner">>(draw: T): T => {
    const isAnother = draw.id !== pollId || (draw.spinningUntil ?? endsAt) !== endsAt;
    return isAnother ? draw : { ...draw, spinningUntil: null, lastWinner: winner };
  };
}
