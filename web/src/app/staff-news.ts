import { api, type Events, Role } from "@saha/contract";
import { keyOf, queryOf } from "../api.ts";
import { currentUser } from "../session.ts";
import { queryClient } from "./queries.ts";

/**
 * Puts an entry that somebody else has changed into the list of the queue screen, which so needs no answer of its own.
 */
export function renewEntry({ queueId, entry }: Events["Queue:entry"]): void {
  const { queryKey } = queryOf(api.queue.list);
  queryClient.setQueryData(queryKey, (rows) => {
    if (!rows) return rows;
    if (!entry) return rows.filter(({ id }) => id !== queueId);
    return rows.some(({ id }) => id === queueId)
      ? rows.map((row) => (row.id === queueId ? entry : row))
      : [...rows, entry];
  });
  // An answer that is on its way may be older than this.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}

/** A booth was given to this booth admin, or taken away: whose line it is has changed. */
export function renewOwnBooth(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.booths.admins) });
  if (currentUser()?.roleId === Role.BoothAdmin)
    void queryClient.invalidateQueries({ queryKey: keyOf(api.queue.list) });
}
