import { api, type Events, Role } from "@saha/contract";
import { keyOf, queryOf } from "../api.ts";
import { askAnew, putPast } from "../ask-past.ts";
import { currentUser, onLeave } from "../session.ts";
import { queryClient } from "./queries.ts";
import { answersOf, askUnbroken } from "./renew.ts";

const { queryKey: listKey } = queryOf(api.queue.list);
/** Milliseconds: a press counts once its row has stood for half a second, so a list that moves has to stand still. */
const standMs = 2_000;
let changes = new Map<number, Events["Queue:entry"]["entry"]>();
let standing: ReturnType<typeof setTimeout> | undefined;
onLeave(forgetEntries);

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
  changes = new Map();
  putPast(queryClient, listKey, () =>
    queryClient.setQueryData(listKey, (rows) => {
      if (!rows) return rows;
      const left = new Map(changed);
      const kept = rows.flatMap((row) => {
        const entry = left.get(row.id);
        left.delete(row.id);
        return entry === undefined ? [row] : (entry ?? []);
      });
      return [...kept, ...[...left.values()].filter((entry) => entry !== null)];
    }),
  );
  standing = setTimeout(renewEntries, standMs);
}

/** Lets go of what is not shown yet, where the whole list is asked for: put over that later, it would be outdated. */
export function forgetEntries(): void {
  changes.clear();
}

/** Asks anew for the list of the queue screen, where it is shown. */
export function renewLine(): void {
  forgetEntries();
  askAnew(queryClient, { queryKey: listKey });
}

/** Asks anew after news of so many that not each was told; what is pending is in that answer. */
export function renewMany(): void {
  forgetEntries();
  void askUnbroken(answersOf([api.queue.list]));
}

/** A booth was given to this booth admin, or taken away: whose line it is has changed. */
export function renewOwnBooth(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.booths.admins) });
  if (currentUser()?.roleId === Role.BoothAdmin) renewLine();
}
