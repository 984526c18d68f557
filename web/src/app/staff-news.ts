import { api, type Events, Role } from "@saha/contract";
import { keyOf, queryOf } from "../api.ts";
import { currentUser, onLeave } from "../session.ts";
import { queryClient } from "./queries.ts";

const { queryKey: listKey } = queryOf(api.queue.list);
/** Milliseconds: a press counts once its row has stood for half a second, so a list that moves has to stand still. */
const standMs = 2_000;
let changes = new Map<number, Events["Queue:entry"]["entry"]>();
let standing: ReturnType<typeof setTimeout> | undefined;
onLeave(() => changes.clear());

/**
 * Puts an entry that somebody else has changed into the list of the queue screen, which so needs no answer of its own:
 * at once, unless one was put there in the last two seconds. Whoever says "later" and "here" by turns with own accounts
 * would else keep the list moving under the staff's fingers, and no press of theirs would count.
 */
export function renewEntry({ queueId, entry }: Events["Queue:entry"]): void {
  changes.set(queueId, entry);
  if (standing === undefined) renewEntries();
}

function renewEntries(): void {
  standing = undefined;
  if (changes.size === 0) return;
  const changed = changes;
  // An answer on its way may be older, and is put under them: broken off for each, it would never come.
  if (queryClient.isFetching({ queryKey: listKey }) === 0) changes = new Map();
  queryClient.setQueryData(listKey, (rows) => {
    if (!rows) return rows;
    const left = new Map(changed);
    const kept = rows.flatMap((row) => {
      const entry = left.get(row.id);
      left.delete(row.id);
      return entry === undefined ? [row] : (entry ?? []);
    });
    return [...kept, ...[...left.values()].filter((entry) => entry !== null)];
  });
  standing = setTimeout(renewEntries, standMs);
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
