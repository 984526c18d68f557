import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Asks again for an answer that is on its way, and so may be older than what news has just said (rules §7); the very
 * first one, which TanStack Query does not break off, once it is here.
 */
export async function askPast(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queries.isFetching({ queryKey }) === 0) return;
  const isFirst = queries.getQueryData(queryKey) === undefined;
  await queries.invalidateQueries({ queryKey });
  if (isFirst) await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/**
 * Puts what news says into an answer, and on top of one that is on its way, which may be older; without breaking that
 * off, for a line that others keep moving would then never let a slow phone have it (0200).
 */
export function putPast(queries: QueryClient, queryKey: QueryKey, put: () => void): void {
  put();
  if (queries.isFetching({ queryKey }) === 0) return;
  queries
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.then(put, () => {});
}
