import { api, type Poll } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keyOf, Refusal } from "../../api.ts";
import { ownMoment } from "../../own-moment.ts";
import { serverNow } from "../../server-clock.ts";

/** A draw that is being shown: milliseconds that it takes, and that had passed when this screen first saw it. */
export type Spin = { id: string; duration: number; elapsed: number };

/** Milliseconds after which a screen that no news reached asks who has won, and between two such questions. */
const [askAfter, askEvery] = [400, 5000];

/**
 * Follows the draw of a giveaway on this screen; null while there is none. A clock may be wrong: never more is taken
 * for passed or to come than the draw's whole time. A screen that no news of its end reaches asks for it, not with the
 * whole hall, until it knows.
 */
export function useSpin(poll: Pick<Poll, "id" | "renderTime" | "spinningUntil"> | undefined): Spin | null {
  const queries = useQueryClient();
  const [spin, setSpin] = useState<Spin | null>(null);
  const until = poll?.spinningUntil ?? null;
  const duration = (poll?.renderTime ?? 0) * 1000;
  useEffect(() => {
    if (until === null) return setSpin(null);
    const left = Math.max(0, Math.min(duration, Date.parse(until) - serverNow()));
    setSpin({ id: until, duration, elapsed: duration - left });
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (ms: number) => {
      timer = setTimeout(() => {
        void queries.invalidateQueries({ queryKey: keyOf(api.polls.get) }, { cancelRefetch: false });
        askIn(askEvery);
      }, ms);
    };
    askIn(left + askAfter + ownMoment());
    return () => clearTimeout(timer);
  }, [until, duration, queries]);
  return spin;
}

/** Whether a giveaway is not to be found: it was deleted, or its booth was switched off. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && error.code !== null && error.status === 404;
}

/** Whether a draw's time is over whose end was never heard of: nobody says any more who won it. */
export function isUntold({ spinningUntil }: Pick<Poll, "spinningUntil">): boolean {
  return spinningUntil !== null && Date.parse(spinningUntil) <= serverNow();
}
