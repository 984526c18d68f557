import { api, type Events, Role } from "@saha/contract";
import { keyOf, queryOf } from "../api.ts";
import { askPast } from "../ask-past.ts";
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
  void askPast(queryClient, queryKey);
}

/** Asks anew for the list of the queue screen, where it is shown. */
export function renewLine(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.queue.list) });
}

/** A booth was given to this booth admin, or taken away: whose line it is has changed. */
export function renewOwnBooth(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.booths.admins) });
  if (currentUser()?.roleId === Role.BoothAdmin) renewLine();
}
