import { api, type QueueEntry, type QueueState, type Slot } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryOf } from "../../api.ts";
import { useConnected } from "../../realtime.ts";
import { serverNow } from "../../server-clock.ts";
import { useMember } from "../../session.ts";

/**
 * Milliseconds between two looks while no news arrives, or the last look failed: 15 seconds on average, of each phone
 * its own, since a hall loses its sockets together.
 */
const lookMs = 10_000 + Math.random() * 10_000;

/**
 * One's own entry in a line, in the state that it has at this moment, with the place and the wait where they are known.
 */
export type Place = Omit<QueueEntry, "state"> & Pick<Slot, "slot" | "wait"> & { state: QueueState };

/**
 * Reads the own places in line, whoever is called first: news moves them, a return to the page, a lost socket or a look
 * that failed asks anew (rules §5, §7). `undefined` until they are known.
 */
export function usePlaces(): { places: Place[] | undefined; isSettled: boolean; isError: boolean } {
  const { id } = useMember();
  const isConnected = useConnected();
  const always = {
    refetchOnWindowFocus: "always",
    refetchOnMount: "always",
    refetchInterval: ({ state }: { state: { status: string } }) =>
      isConnected && state.status !== "error" ? (false as const) : lookMs,
  } as const;
  const mine = useQuery({ ...queryOf(api.queue.mine), ...always });
  const slots = useQuery({ ...queryOf(api.queue.slots, { params: { id: String(id) } }), ...always });
  useExpiry(mine.data);
  return {
    places: mine.data && slots.data && placesOf(mine.data, slots.data),
    // Also while it is looked again: what stands without the places does not give way to a skeleton at each look.
    isSettled: mine.isFetched && slots.isFetched,
    isError: (mine.isFetched && !mine.data) || (slots.isFetched && !slots.data),
  };
}

/** Joins entries with their places; a call that has run out is late at once, whenever the server's word of it comes. */
export function placesOf(mine: readonly QueueEntry[], slots: readonly Slot[], now = serverNow()): Place[] {
  return mine
    .map((entry) => {
      const found = slots.find(({ queueId }) => queueId === entry.id);
      const state = isRunOut(entry, now) ? "late" : entry.state;
      const isInLine = state !== "late" && state !== "held";
      return {
        ...entry,
        state,
        slot: isInLine ? (found?.slot ?? null) : null,
        wait: isInLine ? (found?.wait ?? null) : null,
      };
    })
    .sort((one, other) => order[one.state] - order[other.state] || one.id - other.id);
}

/** What asks for the person first. */
const order: Record<QueueState, number> = {
  called: 0,
  late: 1,
  held: 2,
  entered: 3,
  playing: 4,
  waiting: 5,
  finished: 6,
};

/** Whether somebody was called and has neither answered nor entered: the card that stays (rules §5). */
export function isCalled({ state, answer }: Pick<Place, "state" | "answer">): boolean {
  return state === "called" && answer === null;
}

function isRunOut({ state, answer, callExpiresAt }: QueueEntry, now: number): boolean {
  return state === "called" && answer === null && callExpiresAt !== null && Date.parse(callExpiresAt) <= now;
}

/** Milliseconds: a clock may be weeks behind, and a timer of more than 2^31 ms fires at once. */
const longestWait = 3_600_000;

/** Draws anew at the moment when an open call runs out. */
function useExpiry(mine: readonly QueueEntry[] | undefined): void {
  const [, draw] = useState(0);
  useEffect(() => {
    const open = (mine ?? []).filter((entry) => isCalled(entry) && entry.callExpiresAt !== null);
    const ends = open.map(({ callExpiresAt }) => Date.parse(callExpiresAt ?? "") - serverNow()).filter((ms) => ms > 0);
    if (ends.length === 0) return;
    const timer = setTimeout(() => draw((times) => times + 1), Math.min(...ends, longestWait) + 20);
    return () => clearTimeout(timer);
  });
}
