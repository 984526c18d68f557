import type { Endpoint } from "@saha/contract";
import type { Query } from "@tanstack/react-query";
import { keyOf } from "../api.ts";
import { askAnew } from "../ask-past.ts";
import { ownMoment } from "../own-moment.ts";
import { inSession } from "../tokens.ts";
import { queryClient } from "./queries.ts";

type Meant = (query: Pick<Query, "queryKey">) => boolean;

/** Picks the answers of these endpoints. */
export function answersOf(endpoints: readonly Endpoint[]): Meant {
  const paths = new Set<unknown>(endpoints.map(({ path }) => path));
  return ({ queryKey: [path] }) => paths.has(path);
}

/** Asks anew for what these endpoints answered, where it is shown. */
export function renew(...endpoints: readonly Endpoint[]): void {
  for (const endpoint of endpoints) askAnew(queryClient, { queryKey: keyOf(endpoint) });
}

/**
 * Makes what asks anew for answers at a moment of this phone's own: a hall hears its news together and must not ask
 * together. A screen that is opened until then asks at once; what is said meanwhile is asked for once; nothing comes of
 * it when the session is over by then.
 */
export function later(predicate: Meant, ask: (predicate: Meant) => unknown = askUnbroken): () => void {
  let isWaiting = false;
  return () => {
    void queryClient.invalidateQueries({ predicate, refetchType: "none" });
    if (isWaiting) return;
    isWaiting = true;
    const moment = new Promise<void>((resolve) => setTimeout(resolve, ownMoment())).then(() => {
      isWaiting = false;
    });
    void inSession(moment).then(() => ask(predicate));
  };
}

/** Breaks off no request that is under way; its answer may be older than the news, and is asked for once more. */
export async function askUnbroken(predicate: Meant): Promise<void> {
  const unbroken = { cancelRefetch: false };
  const underWay = queryClient.getQueryCache().findAll({ predicate, type: "active", fetchStatus: "fetching" });
  await queryClient.invalidateQueries({ predicate }, unbroken);
  for (const { queryKey } of underWay) void queryClient.invalidateQueries({ queryKey, exact: true }, unbroken);
}
