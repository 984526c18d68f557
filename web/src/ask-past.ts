import type { InvalidateQueryFilters, QueryClient, QueryKey } from "@tanstack/react-query";

/** Milliseconds after which an answer hangs, on a connection that is gone perhaps, and is asked for anew. */
const hangs = 30_000;
const metAt = new WeakMap<Promise<unknown>, number>();

/**
 * Asks anew for answers. One that is on its way may be older than what was learned since, and is broken off; the very
 * first one, which TanStack Query doesn't break off, is asked for once more when it is here.
 */
export function askAnew(queries: QueryClient, filters: InvalidateQueryFilters): void {
  const underWay = queries.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" } as InvalidateQueryFilters);
  const first = underWay.filter(({ state }) => state.data === undefined);
  void queries.invalidateQueries(filters);
  for (const { promise, queryKey } of first) {
    promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }),
      () => {},
    );
  }
}

/** Asks again for an answer that is on its way, and so may be older than what was just put into it (rules §7). */
export function askPast(queries: QueryClient, queryKey: QueryKey): void {
  if (queries.isFetching({ queryKey }) > 0) askAnew(queries, { queryKey });
}

/**
 * Puts news into an answer, and on top of one that is on its way, which may be older; without breaking that off, for a
 * line that others keep moving would then never let a slow phone have it (0200). An answer that is to be asked for once
 * it is shown remains so.
 */
export function putPast(queries: QueryClient, queryKey: QueryKey, change: () => void): void {
  const query = queries.getQueryCache().find({ queryKey });
  const put = () => {
    const isOutdated = query?.state.isInvalidated;
    change();
    if (isOutdated) query?.invalidate();
  };
  put();
  const { promise } = query ?? {};
  if (!promise || query?.state.fetchStatus !== "fetching") return;
  const since = metAt.get(promise) ?? Date.now();
  metAt.set(promise, since);
  if (Date.now() - since > hangs) void queries.invalidateQueries({ queryKey });
  else promise.then(put, () => {});
}
