import { api, type Poll } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keyOf } from "../../api.ts";

/** A draw that is being shown: milliseconds that it takes, and that had passed when this screen first saw it. */
export type Spin = { id: string; duration: number; elapsed: number };

/** Milliseconds after which a screen that no news reached asks who has won. */
const askAfter = 400;

/**
 * Follows the draw of a giveaway on this screen; null while there is none. A phone's clock may be wrong: never more is
 * taken for passed or to come than the draw's whole time.
 */
export function useSpin(poll: Pick<Poll, "id" | "renderTime" | "spinningUntil"> | undefined): Spin | null {
  const queries = useQueryClient();
  const [spin, setSpin] = useState<Spin | null>(null);
  const until = poll?.spinningUntil ?? null;
  const duration = (poll?.renderTime ?? 0) * 1000;
  useEffect(() => {
    if (until === null) return setSpin(null);
    const left = Math.max(0, Math.min(duration, Date.parse(until) - Date.now()));
    setSpin({ id: until, duration, elapsed: duration - left });
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: keyOf(api.polls.get) }), left + askAfter);
    return () => clearTimeout(timer);
  }, [until, duration, queries]);
  return spin;
}
